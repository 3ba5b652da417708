import { expect, test } from "vitest";
import { remindOfExpiringKeys } from "@/lib/domain/accounts/lifecycle/expiring-keys";
import type { Context } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { issueKey, revokeKey } from "@/lib/domain/accounts/keys/commands";
import { database } from "@/lib/infra/database/db";
import { platformContext } from "@/lib/queue/platform";
import { newMember, setUpMail } from "@/tests/lib/domain/accounts/mail/mail-fixture";
import { newPerson } from "@/tests/support/people";

setUpMail();

/** Issues a key that expires in `days` and was created `livedDays` ago. */
async function keyOf(owner: Context, days: number, livedDays: number) {
  const { id } = await issueKey(owner, { name: "script", scopes: ["read:posts"] });
  const [expiresAt, createdAt] = [days, -livedDays].map((moved) => new Date(Date.now() + moved * DAY_MS));
  await database().prisma.apiKey.update({ where: { id }, data: { expiresAt, createdAt } });
  return id;
}

const told = (userId: string) => database().prisma.notification.findMany({ where: { userId } });
const remind = () => remindOfExpiringKeys(platformContext());

test("the owner of a key that expires within a week is reminded once, by letter as well", async () => {
  const { id: userId } = await newMember();
  const owner = { ...(await newPerson()), actor: { ...(await newPerson()).actor, id: userId } };
  await keyOf(owner, 6, 30);
  await Promise.all(Array.from({ length: 5 }, remind));
  await remind();
  expect(await told(userId)).toMatchObject([
    { type: "SYSTEM", preview: expect.stringContaining("“script” expires on") },
  ]);
  expect(await database().prisma.letter.findMany({ where: { userId } })).toMatchObject([{ kind: "key-expiring" }]);
});

test("nobody is reminded of a key that expires later, is short-lived, was revoked or has expired", async () => {
  const owner = await newPerson();
  const ids = [
    await keyOf(owner, 8, 30),
    await keyOf(owner, 6, 7),
    await keyOf(owner, 6, 30),
    await keyOf(owner, -1, 30),
  ];
  await revokeKey(owner, { id: ids[2]! });
  await remind();
  expect(await told(owner.actor.id)).toEqual([]);
});
