import { beforeEach, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import { changeRole } from "@/lib/domain/deployment/administration/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff, stored } from "../../people/moderation/staff";

const proven = (ctx: Context): Context => ({ ...ctx, session: { id: "ses_none", provenAt: ctx.now } });
const newAdmin = async () => proven(await newStaff("ADMIN"));
const { prisma } = database();
const admins = () => prisma.user.count({ where: { role: "ADMIN", suspendedAt: null } });
const conflict = { code: "conflict", message: "There has to be an admin. Make somebody else one first." };

beforeEach(() => prisma.user.updateMany({ where: { role: "ADMIN" }, data: { role: "MEMBER" } }));

test("the last admin cannot close their account, and trying changes nothing", async () => {
  const admin = await newAdmin();
  const before = await stored(admin.actor.id);
  await expect(closeAccount(admin, {})).rejects.toMatchObject(conflict);
  expect(await stored(admin.actor.id)).toEqual(before);
  expect(await prisma.closedAccount.count({ where: { userId: admin.actor.id } })).toBe(0);
  expect(await prisma.auditEntry.count({ where: { accountId: admin.actor.id } })).toBe(0);
});

test("an admin can close their account if another can sign in, and is an admin again when it is reopened", async () => {
  const [admin, other] = [await newAdmin(), await newAdmin()];
  await prisma.user.update({ where: { id: other.actor.id }, data: { suspendedAt: new Date() } });
  await expect(closeAccount(admin, {})).rejects.toMatchObject(conflict);
  await prisma.user.update({ where: { id: other.actor.id }, data: { suspendedAt: null } });
  await closeAccount(admin, {});
  await expect(closeAccount(other, {})).rejects.toMatchObject(conflict);
  await reopenAccount({ ...admin, actor: null }, admin.actor);
  await closeAccount(other, {});
  expect(await admins()).toBe(1);
});

test("of admins who close their accounts at the same time, one remains", async () => {
  const all = await Promise.all(Array.from({ length: 4 }, newAdmin));
  const results = await Promise.allSettled(all.map((admin) => closeAccount(admin, {})));
  const refused = results.filter((result) => result.status === "rejected");
  expect(refused.map(({ reason }) => reason as unknown)).toMatchObject([conflict]);
  expect(await admins()).toBe(1);
});

test("of admins who close their accounts and demote each other at the same time, one remains", async () => {
  const all = await Promise.all(Array.from({ length: 3 }, newAdmin));
  const acts = all.flatMap((admin, n) => [
    closeAccount(admin, {}),
    changeRole(admin, { id: all[(n + 1) % all.length]!.actor.id, role: "MEMBER" }),
  ]);
  for (const result of await Promise.allSettled(acts))
    if (result.status === "rejected") expect(["forbidden", "conflict"]).toContain(result.reason.code);
  expect(await admins()).toBeGreaterThan(0);
});

test("a member who became an admin after their request began cannot close their account with it", async () => {
  const [admin, member] = [await newAdmin(), proven(await newPerson())];
  await changeRole(admin, { id: member.actor.id, role: "ADMIN" });
  await closeAccount(admin, {});
  await expect(closeAccount(member, {})).rejects.toMatchObject({ code: "conflict" });
  expect(await admins()).toBe(1);
});
