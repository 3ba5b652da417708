import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import type { Context } from "@/lib/domain/kernel/context";
import { cutBranch, suspendCutBranches } from "@/lib/domain/accounts/invitations/branches";
import { createInvitation } from "@/lib/domain/accounts/invitations/commands";
import { getInvitationPath, listInvited } from "@/lib/domain/accounts/invitations/queries";
import { listOwnDecisions } from "@/lib/domain/people/moderation/own-decisions";
import { database } from "@/lib/infra/database/db";
import { newStaff } from "../../people/moderation/staff";
import { changeSettings } from "../sign-ups/proofs";
import { comeBy, guestOf, newInviter, tokenOf } from "./tree";
import { expectAllRejected } from "@/tests/support/rejections";

const NOT_VALID = { code: "invalid_request", details: { issues: [{ param: "invitation" }] } };
const handles = (people: { handle: string }[]) => people.map(({ handle }) => handle);

/** Ada invited Ben, Ben invited Cleo, and Ada invited Dan. */
async function newTree() {
  const ada = await newInviter();
  const ben = await guestOf(ada);
  return { ada, ben, cleo: await guestOf(ben), dan: await guestOf(ada) };
}

const cut = (admin: Context, { actor }: Context, suspend: boolean, provenAt = new Date()) => {
  const ctx = { ...admin, session: { id: "none", provenAt }, afterCommit: () => undefined };
  return cutBranch(ctx, { handle: actor.handle, suspend, reason: "All one person" });
};

async function suspendedAmong(people: Context[]): Promise<string[]> {
  const rows = await database().prisma.user.findMany({
    where: { id: { in: people.map(({ actor }) => actor.id) }, suspendedAt: { not: null } },
  });
  return rows.map(({ id }) => id).toSorted();
}

beforeEach(() => changeSettings({ mode: "invite" }));

describe("the tree", () => {
  test("is shown to admins, a level at a time, with the path down to it", async () => {
    const [{ ada, ben, cleo, dan }, admin] = [await newTree(), await newStaff("ADMIN")];
    const under = (handle: string) => listInvited(admin, { under: handle, limit: 5 });
    const { data } = await under(ada.actor.handle);
    expect(data).toMatchObject([
      { person: { handle: dan.actor.handle }, guests: 0, suspended: false },
      { person: { handle: ben.actor.handle }, inviter: { handle: ada.actor.handle }, guests: 1 },
    ]);
    const [first] = (await listInvited(admin, { limit: 1 })).data;
    expect(first).toMatchObject({ person: { handle: dan.actor.handle } });
    const path = await getInvitationPath(admin, cleo.actor);
    expect(handles(path)).toEqual(handles([ada, ben, cleo].map(({ actor }) => actor)));
    await expect(under("nobody_at_all")).rejects.toMatchObject({ code: "not_found" });
    const staff = await newStaff();
    await expectAllRejected(
      [listInvited(staff, { limit: 5 }), getInvitationPath(ada, ada.actor), cut(ada, ben, false)],
      { code: "forbidden" },
    );
    await expect(cut(admin, ada, false, new Date(0))).rejects.toMatchObject({ code: "proof_required" });
  });
});

describe("a branch that is cut", () => {
  test("admits nobody any more, by invitations from before or after, and leaves other branches alone", async () => {
    const [{ ada, ben, cleo, dan }, admin] = [await newTree(), await newStaff("ADMIN")];
    const open = await Promise.all([ben, cleo, dan].map((each) => createInvitation(each, { uses: 1, days: 14 })));
    expect(await cut(admin, ben, false)).toEqual({ below: 1 });
    const [fromBen, fromCleo, fromDan] = open.map(tokenOf);
    for (const token of [fromBen!, fromCleo!]) await expect(comeBy(token)).rejects.toMatchObject(NOT_VALID);
    for (const each of [ben, cleo])
      await expect(createInvitation(each, { uses: 1, days: 14 })).rejects.toMatchObject({ code: "forbidden" });
    await comeBy(fromDan!);
    expect(await suspendedAmong([ada, ben, cleo, dan])).toEqual([]);
    const entry = { action: "invitations.cut", accountId: ben.actor.id };
    expect(await database().prisma.auditEntry.count({ where: entry })).toBe(1);
  });

  test("admits nobody by an admin of it either, who is told so and gets no link that leads nowhere", async () => {
    const [root, admin] = [await newStaff("ADMIN"), await newStaff("ADMIN")];
    await cut(admin, root, false);
    await expect(createInvitation(root, { uses: 1, days: 14 })).rejects.toMatchObject({ code: "forbidden" });
    await createInvitation(admin, { uses: 1, days: 14 });
  });

  test("has the accounts below suspended, once, with a reason and an appeal; but not its root or staff", async () => {
    const [{ ada, ben, cleo, dan }, admin] = [await newTree(), await newStaff("ADMIN")];
    await database().prisma.user.update({ where: { id: dan.actor.id }, data: { role: "MODERATOR" } });
    expect(await cut(admin, ada, true)).toEqual({ below: 3 });
    await Promise.all([suspendCutBranches(admin), suspendCutBranches(admin)]);
    await suspendCutBranches(admin);
    expect(await suspendedAmong([ada, ben, cleo, dan])).toEqual([ben, cleo].map(({ actor }) => actor.id).toSorted());
    for (const each of [ben, cleo])
      expect((await listOwnDecisions(each, { limit: 5 })).data).toMatchObject([
        { action: "suspend", reason: "All one person", appeal: null },
      ]);
    expect(await database().prisma.branchCut.count({ where: { finishedAt: null } })).toBe(0);
  });

  test("also has closed accounts suspended, for as long, if they can still be reopened", async () => {
    const [{ ada, ben, cleo, dan }, admin] = [await newTree(), await newStaff("ADMIN")];
    for (const each of [ben, dan]) await closeAccount({ ...each, session: { id: "none", provenAt: each.now } }, {});
    await database().prisma.closedAccount.delete({ where: { userId: dan.actor.id } });
    await cut(admin, ada, true);
    await suspendCutBranches(admin);
    const decided = { action: "suspend" as const, accountId: { in: [ben, cleo, dan].map(({ actor }) => actor.id) } };
    expect(await database().prisma.decision.count({ where: decided })).toBe(2);
    await expect(reopenAccount(admin, ben.actor)).rejects.toMatchObject({ code: "not_found" });
    expect(await database().prisma.branchCut.count({ where: { finishedAt: null } })).toBe(0);
  });
});
