import { expect, test } from "vitest";
import { beginSession, endOwnSession, listSessions } from "@/lib/domain/accounts/users/sessions";
import { findSession } from "@/lib/domain/accounts/authentication/queries";
import { newPerson } from "@/tests/support/people";

test("of somebody's sessions, the current one is marked", async () => {
  const person = await newPerson();
  const session = { userId: person.actor.id, userAgent: "", maxAgeSeconds: 60 };
  const [here, elsewhere] = [await beginSession(person, session), await beginSession(person, session)];
  const { data } = await listSessions({ ...person, session: { id: here, provenAt: person.now } });
  expect(Object.fromEntries(data.map(({ id, current }) => [id, current]))).toEqual({
    [here]: true,
    [elsewhere]: false,
  });
});

test("of somebody's sessions, each can be ended separately, and only by its owner", async () => {
  const [person, stranger] = [await newPerson(), await newPerson()];
  const session = { userId: person.actor.id, userAgent: "", maxAgeSeconds: 60 };
  const [here, elsewhere] = [await beginSession(person, session), await beginSession(person, session)];
  await expect(endOwnSession(stranger, { id: elsewhere })).rejects.toMatchObject({ code: "not_found" });
  await endOwnSession(person, { id: elsewhere });
  expect([await findSession(here, person.now), await findSession(elsewhere, person.now)]).toEqual([
    expect.objectContaining({ id: person.actor.id }),
    null,
  ]);
  await expect(endOwnSession(person, { id: elsewhere })).rejects.toMatchObject({ code: "not_found" });
});
