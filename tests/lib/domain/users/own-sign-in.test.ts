import { expect, test } from "vitest";
import { listSessions } from "@/lib/domain/users/own-sign-in";
import { beginSession } from "@/lib/domain/users/sessions";
import { newPerson } from "@/tests/support/people";

test("of somebody's sessions, the one that asks is marked", async () => {
  const person = await newPerson();
  const session = { userId: person.actor.id, userAgent: "", maxAgeSeconds: 60 };
  const [here, elsewhere] = [await beginSession(person, session), await beginSession(person, session)];
  const { data } = await listSessions({ ...person, session: { id: here, provenAt: person.now } });
  expect(Object.fromEntries(data.map(({ id, current }) => [id, current]))).toEqual({
    [here]: true,
    [elsewhere]: false,
  });
});
