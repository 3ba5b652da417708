import { beforeEach, expect, test } from "vitest";
import { changeRole, changeTier } from "@/lib/domain/deployment/administration/commands";
import { listEntriesAbout, getAccount } from "@/lib/domain/deployment/administration/queries";
import type { StaffRole } from "@/lib/domain/deployment/administration/rules";
import type { Context } from "@/lib/domain/kernel/context";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { callRoute } from "@/tests/app/api/call-route";
import { newStaff, stored } from "../../people/moderation/staff";

const proven = (ctx: Context): Context => ({ ...ctx, session: { id: "ses_none", provenAt: ctx.now } });
const newAdmin = async () => proven(await newStaff("ADMIN"));
const notificationsOf = (userId: string) => database().prisma.notification.findMany({ where: { userId } });
const { prisma } = database();

let admin: Context;
beforeEach(async () => {
  await prisma.user.updateMany({ where: { role: "ADMIN" }, data: { role: "MEMBER" } });
  admin = await newAdmin();
});

test("a role is changed once, recorded in the audit log, and its owner notified", async () => {
  const { actor } = await newPerson();
  await prisma.user.update({ where: { id: actor.id }, data: { email: `${actor.handle}@mail.example` } });
  expect(await changeRole(admin, { id: actor.id, role: "MODERATOR" })).toMatchObject({ role: "MODERATOR" });
  await changeRole(admin, { id: actor.id, role: "MODERATOR" });
  const { data } = await listEntriesAbout(admin, { id: actor.id, limit: 5 });
  expect(data).toMatchObject([
    {
      action: "role.changed",
      actorId: admin.actor.id,
      actorHandle: admin.actor.handle,
      details: { from: "MEMBER", to: "MODERATOR" },
    },
  ]);
  expect(await notificationsOf(actor.id)).toMatchObject([{ type: "SYSTEM", link: "/moderation" }]);
  await changeRole({ ...admin, requestId: "req_2" }, { id: actor.id, role: "MEMBER" });
  const previews = (await notificationsOf(actor.id)).map(({ preview }) => preview);
  expect(previews).toContain("You are no longer a moderator of this site.");
});

test("a tier is changed once, recorded in the audit log, and its owner notified", async () => {
  const { actor } = await newPerson();
  expect(await changeTier(admin, { id: actor.id, tier: "pro" })).toMatchObject({ tier: "pro" });
  await changeTier(admin, { id: actor.id, tier: "pro" });
  const { data } = await listEntriesAbout(admin, { id: actor.id, limit: 5 });
  expect(data.map(({ action }) => action)).toEqual(["tier.changed"]);
  expect(await notificationsOf(actor.id)).toHaveLength(1);
});

test("a role and a tier that are changed at once are both notified", async () => {
  const { actor } = await newPerson();
  await changeRole(admin, { id: actor.id, role: "EDITOR" });
  await changeTier(admin, { id: actor.id, tier: "pro" });
  expect(await notificationsOf(actor.id)).toHaveLength(2);
});

test("there is always an admin who can sign in", async () => {
  const id = admin.actor.id;
  await expect(changeRole(admin, { id, role: "MEMBER" })).rejects.toMatchObject({ code: "conflict" });
  const suspended = await newAdmin();
  await prisma.user.update({ where: { id: suspended.actor.id }, data: { suspendedAt: new Date() } });
  await expect(changeRole(admin, { id, role: "EDITOR" })).rejects.toMatchObject({ code: "conflict" });
  await newAdmin();
  expect(await changeRole(admin, { id, role: "EDITOR" })).toMatchObject({ role: "EDITOR" });
});

test("of admins who demote each other at the same time, one remains", async () => {
  const others = [await newAdmin(), await newAdmin(), await newAdmin()];
  const all = [admin, ...others];
  const acts = all.map((one, n) => changeRole(one, { id: all[(n + 1) % all.length]!.actor.id, role: "MEMBER" }));
  const results = await Promise.allSettled(acts);
  for (const result of results)
    if (result.status === "rejected") expect(["forbidden", "conflict"]).toContain(result.reason.code);
  expect(await prisma.user.count({ where: { role: "ADMIN" } })).toBeGreaterThan(0);
});

test("accounts that cannot be changed stay as they are", async () => {
  const closed = await newPerson();
  const now = new Date();
  await prisma.user.update({ where: { id: closed.actor.id }, data: { suspendedAt: now, closedAt: now } });
  const role: StaffRole = "ADMIN";
  await expect(changeRole(admin, { id: closed.actor.id, role })).rejects.toMatchObject({ code: "conflict" });
  for (const id of ["none", PLATFORM_USER_ID]) {
    await expect(changeRole(admin, { id, role })).rejects.toMatchObject({ code: "not_found" });
    await expect(changeTier(admin, { id, tier: "pro" })).rejects.toMatchObject({ code: "not_found" });
    await expect(getAccount(admin, { id })).rejects.toMatchObject({ code: "not_found" });
  }
  expect(await stored(PLATFORM_USER_ID)).toMatchObject({ role: "SYSTEM", tier: "free" });
});

test("non-admins get the same error for every account, and change none", async () => {
  const [moderator, member] = [proven(await newStaff("MODERATOR")), proven(await newPerson())];
  const asked = { json: { role: "ADMIN" } };
  for (const as of [moderator, member])
    for (const id of [member.actor.id, "none"]) {
      const answers = [
        await callRoute("GET /api/admin/people/{id}", { as, params: { id } }),
        await callRoute("PUT /api/admin/people/{id}/role", { ...asked, as, params: { id } }),
      ];
      for (const { status, body } of answers)
        expect({ status, body }).toMatchObject({ status: 403, body: { error: "This is for admins." } });
    }
  expect(
    (await callRoute("PUT /api/admin/people/{id}/role", { ...asked, params: { id: member.actor.id } })).status,
  ).toBe(401);
  expect(await stored(member.actor.id)).toMatchObject({ role: "MEMBER" });
});

test("an admin's rights end with the next request: when demoted, suspended, or without a recent proof", async () => {
  const [other, { actor }] = [await newAdmin(), await newPerson()];
  const change = { id: actor.id, role: "ADMIN" as const };
  const stale = { ...other, session: { id: "ses_none", provenAt: new Date(other.now.getTime() - 11 * 60_000) } };
  await expect(changeRole(stale, change)).rejects.toMatchObject({ code: "proof_required" });
  await changeRole(admin, { id: other.actor.id, role: "MEMBER" });
  await expect(changeRole(other, change)).rejects.toMatchObject({ code: "forbidden" });
  await expect(changeTier(other, { id: actor.id, tier: "pro" })).rejects.toMatchObject({ code: "forbidden" });
  await prisma.user.update({ where: { id: other.actor.id }, data: { role: "ADMIN", suspendedAt: new Date() } });
  await expect(changeRole(other, change)).rejects.toMatchObject({ code: "forbidden" });
  const answer = await callRoute("GET /api/admin/people/{id}", { as: other, params: { id: actor.id } });
  expect(answer.status).toBe(401);
});
