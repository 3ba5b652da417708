import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import { listOwnEntries, readAuditLog, listAllEntries } from "@/lib/domain/accounts/audit-log/queries";
import { issueKey, revokeKey, rotateKey } from "@/lib/domain/accounts/keys/commands";
import { changeAccount } from "@/lib/domain/people/moderation/decisions";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { beginSession, endAllSessions } from "@/lib/domain/accounts/users/sessions";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";

test("is shown to the account that it concerns: sign-ins, keys, roles, each once, without staff's names", async () => {
  const [ada, other] = [await newPerson(), await newPerson()];
  await beginSession(ada, { userId: ada.actor.id, userAgent: "A browser", maxAgeSeconds: 60 });
  const { id } = await issueKey(ada, { name: "ci", scopes: ["read:posts"], expiresInDays: null });
  await rotateKey(ada, { id, graceSeconds: 0 });
  await revokeKey(ada, { id });
  await expect(revokeKey(ada, { id })).rejects.toMatchObject({ code: "not_found" });
  await endAllSessions(ada);
  await changeAccount({ ...ada, actor: null }, { handle: ada.actor.handle, role: "EDITOR" });
  const { data } = await listOwnEntries(ada, { limit: 50 });
  expect(data.map(({ action, by }) => `${action} ${by}`).toSorted()).toEqual([
    "key.issued you",
    "key.revoked you",
    "key.rotated you",
    "role.changed site",
    "sessions.ended you",
    "sign-in you",
  ]);
  expect(data.find(({ action }) => action === "sign-in")?.details).toEqual({ userAgent: "A browser" });
  expect((await listOwnEntries(other, { limit: 50 })).data).toEqual([]);
});

test("rejects every change and deletion, also by SQL", async () => {
  const ada = await newPerson();
  await writeAuditEntry(ada, { action: "sign-in" });
  const { prisma } = database();
  await expect(prisma.$executeRaw`UPDATE "AuditEntry" SET action = 'nothing'`).rejects.toThrow(/never changed/);
  await expect(prisma.$executeRaw`DELETE FROM "AuditEntry"`).rejects.toThrow(/never changed/);
  await expect(prisma.auditEntry.deleteMany({ where: { accountId: ada.actor.id } })).rejects.toThrow(/never changed/);
  await expect(prisma.$executeRaw`TRUNCATE "AuditEntry"`).rejects.toThrow(/never changed/);
  expect((await listOwnEntries(ada, { limit: 5 })).data).toHaveLength(1);
});

test("outlives the account, of which it keeps only the ids", async () => {
  const ada = await newPerson({ name: "Ada Lovelace" });
  await database().prisma.user.update({
    where: { id: ada.actor.id },
    data: { passwordHash: await hashPassword(ada, "correct horse") },
  });
  await closeAccount(ada, { password: "correct horse" });
  const entries = await database().prisma.auditEntry.findMany({ where: { accountId: ada.actor.id } });
  expect(entries.map(({ action }) => action)).toEqual(["account.closed"]);
  expect(JSON.stringify(entries)).not.toContain(ada.actor.handle);
});

test("is exported completely, from its beginning, and only admins read it", async () => {
  const [moderator, admin] = [await newStaff(), await newStaff("ADMIN")];
  for (let n = 0; n < 7; n++) await writeAuditEntry(admin, { action: "sign-in", details: { n } });
  const all: string[] = [];
  for await (const { id } of readAuditLog(admin, 3)) all.push(id);
  expect(all).toHaveLength(await database().prisma.auditEntry.count());
  expect(new Set(all).size).toBe(all.length);
  await expect(listAllEntries(moderator, { limit: 5 })).rejects.toMatchObject({ code: "forbidden" });
  expect((await listAllEntries(admin, { limit: 5 })).data).toHaveLength(5);
});
