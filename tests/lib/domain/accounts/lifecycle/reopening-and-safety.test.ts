import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { findClosed, isReopenable, reopenAccount } from "@/lib/domain/accounts/lifecycle/reopening";
import type { Context } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { EFFECTS } from "@/lib/domain/people/moderation/effects";
import { endDueSuspensions, suspendAccount } from "@/lib/domain/people/moderation/sanctions";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { database } from "@/lib/infra/database/db";
import { newStaff, reported } from "@/tests/lib/domain/people/moderation/staff";
import { later, newPerson } from "@/tests/support/people";
import { daysAfter, expectSound, newLeaver, notFound, password, rowOf } from "./leaver";

let leaver: Context;
beforeEach(async () => {
  leaver = await newLeaver();
});

const close = () => closeAccount(leaver, { password });
const after = (days: number) => daysAfter(leaver, days);

describe("an account that its owner closed", () => {
  test("is reopened with its blocks, and without follows of people who have blocked it since", async () => {
    const [blocked, fan] = [await newPerson(), await newPerson()];
    await blockUser(leaver, { handle: blocked.actor.handle });
    await followUser(fan, { handle: leaver.actor.handle });
    await close();
    await blockUser(fan, { handle: (await rowOf(leaver)).handle });
    await reopenAccount(after(1), { id: leaver.actor.id });
    const profile = { handle: leaver.actor.handle };
    await expect(getPublicProfile(blocked, profile)).rejects.toMatchObject(notFound);
    expect(await rowOf(fan)).toMatchObject({ followingCount: 0 });
    expect(await rowOf(leaver)).toMatchObject({ followersCount: 0 });
    await expectSound();
  });

  test("is reopened as moderators left it meanwhile: hidden, deleted and limited", async () => {
    const moderator = later(await newStaff(), 3600);
    const [hidden, deleted, kept] = await Promise.all(
      ["One", "Two", "Three"].map((content) => createPost(leaver, { content, audience: "PUBLIC" })),
    );
    await close();
    const account = await rowOf(leaver);
    await EFFECTS.hide(moderator, { subjectType: "post", subjectId: hidden!.id, account }, {});
    await EFFECTS.delete(moderator, { subjectType: "post", subjectId: deleted!.id, account }, {});
    await EFFECTS.limit(moderator, { subjectType: "user", subjectId: account.id, account }, {});
    await expectSound();
    await reopenAccount(after(1), { id: leaver.actor.id });
    const shown = await database().prisma.post.findMany({ where: { authorId: account.id, deletedAt: null } });
    expect(shown.map(({ id, audience }) => [id, audience])).toEqual(
      expect.arrayContaining([
        [hidden!.id, "PRIVATE"],
        [kept!.id, "FOLLOWERS"],
      ]),
    );
    expect(await rowOf(leaver)).toMatchObject({ postsCount: 2, publicPostsCount: 0 });
    await expectSound();
  });

  test("cannot be reopened during a suspension by moderators, and can after it", async () => {
    await close();
    await suspendAccount({ ...leaver, now: after(1).now }, after(3).now);
    expect(await findClosed(after(2), leaver.actor.handle)).toMatchObject({ suspendedAt: after(1).now });
    await expect(reopenAccount(after(2), { id: leaver.actor.id })).rejects.toMatchObject(notFound);
    await endDueSuspensions(after(4));
    expect(await rowOf(leaver)).toMatchObject({ closedAt: leaver.now, suspendedAt: leaver.now, suspendedUntil: null });
    await reopenAccount(after(4), { id: leaver.actor.id });
    expect(await rowOf(leaver)).toMatchObject({ closedAt: null, suspendedAt: null });
  });

  test("cannot be reopened once a moderator has also decided to close it", async () => {
    const moderator = await newStaff();
    const id = await reported("user", leaver.actor.id);
    await close();
    await decideReport(later(moderator, 60), { id, action: "close", reason: "Spam" });
    expect(await findClosed(after(1), leaver.actor.handle)).toMatchObject({ suspendedAt: leaver.now });
    expect(await isReopenable(after(1), leaver.actor.id)).toBe(false);
    await expect(reopenAccount(after(1), { id: leaver.actor.id })).rejects.toMatchObject(notFound);
    const entries = await database().prisma.auditEntry.findMany({ where: { accountId: leaver.actor.id } });
    expect(entries.filter(({ action }) => action === "account.closed").map(({ actorId }) => actorId)).toEqual(
      expect.arrayContaining([leaver.actor.id, moderator.actor.id]),
    );
  });
});
