import { beforeEach, describe, expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import type { Context } from "@/lib/domain/kernel/context";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import { getRanked } from "@/lib/domain/play/duels/queries";
import { followUser } from "@/lib/domain/people/graph/commands";
import { findViolations } from "@/lib/domain/kernel/invariant";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { SAFETY_INVARIANTS } from "@/lib/domain/people/safety/audit";
import { blockUser, MAX_BLOCKED, muteUser, unblockUser } from "@/lib/domain/people/safety/commands";
import { findBlocked, listBlocks, listMutes } from "@/lib/domain/people/safety/queries";
import { hashPassword } from "@/lib/domain/accounts/users/password";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { readExport } from "@/tests/support/export";
import { later } from "@/tests/support/people";
import { block, named, notFound, publicPost, threePeople } from "./three-people";

let ada: Context;
let ben: Context;
let cleo: Context;
beforeEach(async () => {
  [ada, ben, cleo] = await threePeople();
});

describe("blocking somebody", () => {
  test("undoes follows both ways, with their counts, and only notifies the blocker's endpoints", async () => {
    await followUser(ada, named(ben));
    await followUser(ben, named(ada));
    expect(await block(ada, ben)).toEqual({ blocked: true });
    for (const { actor } of [ada, ben])
      expect(await database().prisma.user.findUnique({ where: { id: actor.id } })).toMatchObject({
        followersCount: 0,
        followingCount: 0,
      });
    expect(await database().prisma.follow.count({ where: { followerId: { in: [ada.actor.id, ben.actor.id] } } })).toBe(
      0,
    );
    const deleted = await database().prisma.event.findMany({ where: { name: "follow.deleted" } });
    expect(deleted.filter(({ userId }) => userId === ada.actor.id)).toHaveLength(1);
    expect(deleted.filter(({ userId }) => userId === ben.actor.id)).toHaveLength(0);
  });

  test("twice, and unblocking twice, changes nothing more", async () => {
    for (const _turn of [1, 2]) expect(await block(ada, ben)).toEqual({ blocked: true });
    expect((await listBlocks(ada, { limit: 20 })).data).toMatchObject([{ handle: ben.actor.handle }]);
    expect((await listBlocks(ben, { limit: 20 })).data).toEqual([]);
    for (const _turn of [1, 2]) expect(await unblockUser(ada, named(ben))).toEqual({ blocked: false });
    expect(
      await database().prisma.hiddenPerson.count({ where: { viewerId: { in: [ada.actor.id, ben.actor.id] } } }),
    ).toBe(0);
    const { id } = await publicPost(ada);
    expect(await getPost(ben, { id })).toMatchObject({ id });
  });

  test("oneself is rejected; nobody and the platform are not found", async () => {
    await expect(block(ada, ada)).rejects.toMatchObject({ details: { issues: [{ param: "handle" }] } });
    await expect(blockUser(ada, { handle: "nobody_here" })).rejects.toMatchObject(notFound);
    await expect(blockUser(ada, { handle: "pegboard" })).rejects.toMatchObject(notFound);
  });

  test("can be followed by blocking and muting back, which stay in force when the first block ends", async () => {
    await block(ada, ben);
    expect(await block(ben, ada)).toEqual({ blocked: true });
    expect(await muteUser(ben, named(ada))).toEqual({ muted: true });
    expect((await listBlocks(ben, { limit: 20 })).data).toMatchObject([{ handle: ada.actor.handle }]);
    expect((await listMutes(ben, { limit: 20 })).data).toMatchObject([{ handle: ada.actor.handle }]);
    await unblockUser(ada, named(ben));
    const { id } = await publicPost(ada);
    await expect(getPost(ben, { id })).rejects.toMatchObject(notFound);
    expect(await unblockUser(ben, named(ada))).toEqual({ blocked: false });
    expect(await getPost(ben, { id })).toMatchObject({ id });
  });

  test("each other concurrently leaves both blocks, and no follow made meanwhile", async () => {
    for (let turn = 0; turn < 5; turn++) {
      const [one, two] = await threePeople();
      const acts = [block(one, two), block(two, one), followUser(one, named(two)), followUser(two, named(one))];
      const done = await Promise.allSettled(acts);
      expect(done.slice(0, 2).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
      const hidden = await database().prisma.hiddenPerson.findMany({ where: { viewerId: one.actor.id } });
      expect(hidden.map(({ reason }) => reason).toSorted()).toEqual(["blocked", "blocked_by"]);
    }
    for (const invariant of SAFETY_INVARIANTS)
      expect(await findViolations(ada, invariant), invariant.description).toEqual([]);
  });

  test("ends an open duel between the two without a result, and hides finished ones", async () => {
    const { id } = await challengeUser(ada, { opponent: ben.actor.handle, game: "duel" });
    await answerChallenge(ben, { id, action: "accept" });
    await block(ben, ada);
    expect(await database().prisma.duel.findUnique({ where: { id } })).toMatchObject({
      status: "cancelled",
      result: null,
      rated: false,
    });
    expect(await getRanked(ada)).toMatchObject({ incoming: [], outgoing: [], finished: [] });
    await expect(answerChallenge(ada, { id, action: "accept" })).rejects.toMatchObject(notFound);
    for (const [who, whom] of [
      [ada, ben],
      [ben, ada],
    ] as const)
      await expect(challengeUser(who, { opponent: whom.actor.handle, game: "duel" })).rejects.toMatchObject(notFound);
  });

  test("by the challenged person retracts the unread challenge: unblocking does not show it again", async () => {
    await challengeUser(ada, { opponent: ben.actor.handle, game: "duel" });
    expect(await countUnread(ben)).toBe(1);
    await block(ben, ada);
    await unblockUser(ben, named(ada));
    expect(await countUnread(ben)).toBe(0);
  });

  test("is bounded", { timeout: 120_000 }, async () => {
    const ids = await database().prisma.$queryRaw<{ id: string }[]>`
      INSERT INTO "User" (id, handle, name, "createdAt")
      SELECT 'filler_' || i, 'filler_' || i, 'Filler', now() FROM generate_series(1, ${MAX_BLOCKED}) i RETURNING id`;
    const rows = ids.map(({ id }) => ({ viewerId: ada.actor.id, personId: id, reason: "blocked" as const }));
    await database().prisma.hiddenPerson.createMany({ data: rows.map((row) => ({ ...row, createdAt: ada.now })) });
    await expect(block(ada, ben)).rejects.toMatchObject({ code: "conflict" });
    expect(await findBlocked(ada, named(ben))).toBeNull();
  });
});

test("an export contains whom its owner blocked and muted, and never who blocked them", async () => {
  await muteUser(ada, named(cleo));
  await block(ada, ben);
  expect(await readExport(ada)).toMatchObject({
    blocks: [{ personId: ben.actor.id }],
    mutes: [{ personId: cleo.actor.id }],
  });
  expect(await readExport(ben)).toMatchObject({ blocks: [], mutes: [] });
});

test("a closed account's blocks are kept while it can be reopened, and then deleted", async () => {
  const password = "a long enough password";
  const passwordHash = await hashPassword(ada, password);
  await database().prisma.user.update({ where: { id: ada.actor.id }, data: { passwordHash } });
  await block(ada, ben);
  await block(cleo, ada);
  await closeAccount(ada, { password });
  const where = { OR: [{ viewerId: ada.actor.id }, { personId: ada.actor.id }] };
  expect(await database().prisma.hiddenPerson.count({ where })).toBe(4);
  expect((await listBlocks(cleo, { limit: 20 })).data).toEqual([]);
  await finishClosings(later(ada, REOPENING_DAYS * 86_400));
  expect(await database().prisma.hiddenPerson.count({ where })).toBe(0);
});
