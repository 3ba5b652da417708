import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import type { Context } from "@/lib/domain/kernel/context";
import { createInvitation, revokeInvitation } from "@/lib/domain/accounts/invitations/commands";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { listGuests, listOwnInvitations } from "@/lib/domain/accounts/invitations/queries";
import { INVITATION_RETENTION_DAYS, INVITER_AGE_DAYS, MAX_OPEN_USES } from "@/lib/domain/accounts/invitations/rules";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";
import { changeSettings, newcomer } from "../sign-ups/proofs";
import { comeBy, newInviter, tokenOf, visitor } from "./tree";

const NOT_VALID = { code: "invalid_request", details: { issues: [{ param: "invitation" }] } };
const DAY_SECONDS = 86_400;

const invite = async (ctx: Context, uses = 1) => tokenOf(await createInvitation(ctx, { uses, days: 14 }));

beforeEach(() => changeSettings({ mode: "invite" }));

describe("an invitation", () => {
  test("is the only way to sign up where the site requires it, and tells its creator who joined", async () => {
    await expect(register(visitor(), newcomer())).rejects.toMatchObject({ code: "forbidden" });
    const ctx = await newInviter();
    const guest = await comeBy(await invite(ctx));
    expect((await listGuests(ctx, { limit: 5 })).data).toMatchObject([{ handle: guest.actor.handle }]);
    expect(await listOwnInvitations(ctx)).toMatchObject({ data: [{ state: "used", usesLeft: 0 }], obstacle: null });
  });

  test("for one person creates one account, also under concurrency", async () => {
    const invitation = await invite(await newInviter());
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, () => register(visitor(), { ...newcomer(), invitation })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const { reason } of tries.filter((each) => each.status === "rejected"))
      expect(reason).toMatchObject(NOT_VALID);
  });

  test("for several people creates as many accounts, and a failed sign-up uses none", async () => {
    const ctx = await newInviter();
    const invitation = await invite(ctx, 2);
    const { actor } = await comeBy(invitation);
    const taken = { ...newcomer(), handle: actor.handle, invitation };
    await expect(register(visitor(), taken)).rejects.toMatchObject({ code: "conflict" });
    await comeBy(invitation);
    await expect(comeBy(invitation)).rejects.toMatchObject(NOT_VALID);
  });

  test("does not work once it is revoked or expired, nor from a suspended or closed account", async () => {
    const ctx = await newInviter();
    const [revoked, expired] = [await createInvitation(ctx, { uses: 1, days: 14 }), await invite(ctx)];
    await expect(revokeInvitation(await newInviter(), revoked)).rejects.toMatchObject({ code: "not_found" });
    await revokeInvitation(ctx, revoked);
    await expect(revokeInvitation(ctx, revoked)).rejects.toMatchObject({ code: "not_found" });
    await expect(comeBy(tokenOf(revoked))).rejects.toMatchObject(NOT_VALID);
    await expect(comeBy(expired, 15)).rejects.toMatchObject(NOT_VALID);
    await expect(comeBy("none")).rejects.toMatchObject(NOT_VALID);
    const [gone, suspended] = [await newInviter(), await newInviter()];
    const [fromGone, fromSuspended] = [await invite(gone), await invite(suspended)];
    await closeAccount({ ...gone, session: { id: "none", provenAt: new Date() } }, {});
    await database().prisma.user.update({ where: { id: suspended.actor.id }, data: { suspendedAt: new Date() } });
    for (const token of [fromGone, fromSuspended]) await expect(comeBy(token)).rejects.toMatchObject(NOT_VALID);
  });

  test("replaces an approval, but does not work where sign-up is closed", async () => {
    const ctx = await newInviter();
    const invitation = await invite(ctx, 3);
    await changeSettings({ mode: "approval" });
    expect(await register(visitor(), { ...newcomer(), invitation })).not.toHaveProperty("waiting");
    await changeSettings({ mode: "open" });
    await comeBy(invitation);
    await changeSettings({ mode: "closed" });
    await expect(comeBy(invitation)).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("an inviter", () => {
  test("needs an account some days old, and has few open invitations, also under concurrency", async () => {
    const young = await newPerson();
    await expect(invite(young)).rejects.toMatchObject({ code: "forbidden" });
    const ctx = later(young, (INVITER_AGE_DAYS + 1) * DAY_SECONDS);
    const tries = await Promise.allSettled(Array.from({ length: MAX_OPEN_USES + 4 }, () => invite(ctx)));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_OPEN_USES);
    const over = { code: "invalid_request", details: { issues: [{ param: "uses" }] } };
    await expect(invite(ctx, MAX_OPEN_USES + 1)).rejects.toMatchObject(over);
    await expect(invite(ctx)).rejects.toMatchObject({ code: "conflict" });
    await revokeInvitation(ctx, (await listOwnInvitations(ctx)).data[0]!);
    expect(await invite(ctx)).toEqual(expect.any(String));
  });

  test("who is an admin need not wait and has no limit, but cannot invite while limited", async () => {
    expect(await invite(await newStaff("ADMIN"), 100)).toEqual(expect.any(String));
    const limited = await newInviter();
    await database().prisma.user.update({ where: { id: limited.actor.id }, data: { limitedAt: new Date() } });
    await expect(invite(limited)).rejects.toMatchObject({ code: "forbidden" });
    expect(await listOwnInvitations(limited)).toMatchObject({ obstacle: expect.any(String) });
  });

  test("does not see people who have blocked them, and old invitations are deleted", async () => {
    const ctx = await newInviter();
    const guest = await comeBy(await invite(ctx));
    await blockUser(guest, ctx.actor);
    expect((await listGuests(ctx, { limit: 5 })).data).toEqual([]);
    await deleteExpired(later(ctx, (INVITATION_RETENTION_DAYS + 15) * DAY_SECONDS));
    expect((await listOwnInvitations(ctx)).data).toEqual([]);
  });
});
