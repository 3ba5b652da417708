import { beforeAll, describe, expect, test } from "vitest";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { listFollowers, listFollowing, listOwnFollowers, listOwnFollowing } from "@/lib/domain/people/graph/queries";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";

let ada: Account;
let ben: Account;
beforeAll(async () => {
  [ada, ben] = [await newAccount(), await newAccount()];
});

const stored = (account: Account) => database().prisma.user.findUniqueOrThrow({ where: { id: account.id } });

async function expectCountsToEqualRows(account: Account) {
  const { followersCount, followingCount } = await stored(account);
  expect(followersCount).toBe(await database().prisma.follow.count({ where: { followeeId: account.id } }));
  expect(followingCount).toBe(await database().prisma.follow.count({ where: { followerId: account.id } }));
}

describe("following", () => {
  test("twice counts once: one row, one event, one notification, one reward", async () => {
    const { xp } = await stored(ben);
    for (const _turn of [1, 2])
      expect(await followUser(ben.ctx(), { handle: ada.handle })).toEqual({ following: true });
    expect(
      await database().prisma.event.findMany({ where: { userId: ben.id }, select: { name: true, data: true } }),
    ).toEqual([{ name: "follow.created", data: { userId: ada.id, handle: ada.handle } }]);
    expect(await database().prisma.notification.findMany({ where: { userId: ada.id, type: "FOLLOW" } })).toMatchObject([
      { actorId: ben.id, preview: null, link: `/users/${ben.handle}` },
    ]);
    const paid = (await stored(ben)).xp;
    expect(paid).toBeGreaterThan(xp);
    expect(await unfollowUser(ben.ctx(), { handle: ada.handle })).toEqual({ following: false });
    expect(await unfollowUser(ben.ctx(), { handle: ada.handle })).toEqual({ following: false });
    expect(await database().prisma.notification.count({ where: { userId: ada.id, type: "FOLLOW" } })).toBe(0);
    expect(await database().prisma.event.count({ where: { userId: ben.id, name: "follow.deleted" } })).toBe(1);
    await followUser(ben.ctx(), { handle: ada.handle.toUpperCase() });
    expect((await stored(ben)).xp).toBe(paid);
    await expectCountsToEqualRows(ada);
    await expectCountsToEqualRows(ben);
  });

  test("oneself is rejected, and an unknown person is not found", async () => {
    await expect(followUser(ada.ctx(), { handle: ada.handle })).rejects.toMatchObject({
      code: "invalid_request",
      details: { issues: [{ param: "handle" }] },
    });
    await expect(followUser(ada.ctx(), { handle: "nobody_here" })).rejects.toMatchObject({ code: "not_found" });
    await expect(unfollowUser(ada.ctx(), { handle: "nobody_here" })).rejects.toMatchObject({ code: "not_found" });
  });

  test("each other concurrently neither deadlocks nor miscounts", async () => {
    const [one, two] = [await newAccount(), await newAccount()];
    const acts = Array.from({ length: 24 }, (_, index) => {
      const [who, whom] = index % 2 === 0 ? [one, two] : [two, one];
      return (index % 4 < 2 ? followUser : unfollowUser)(who.ctx(), { handle: whom.handle });
    });
    await Promise.all(acts);
    await expectCountsToEqualRows(one);
    await expectCountsToEqualRows(two);
  }, 30_000);

  test("by thirty concurrent people counts thirty", async () => {
    const star = await newAccount();
    const fans = await Promise.all(Array.from({ length: 30 }, () => newAccount()));
    await Promise.all(fans.map((fan) => followUser(fan.ctx(), { handle: star.handle })));
    expect((await stored(star)).followersCount).toBe(30);
    await Promise.all(fans.map((fan) => unfollowUser(fan.ctx(), { handle: star.handle })));
    await expectCountsToEqualRows(star);
  }, 60_000);
});

describe("lists of people", () => {
  test("show the latest first, page through equal times, and match one's own lists", async () => {
    const star = await newAccount();
    const fans = await Promise.all(Array.from({ length: 5 }, () => newAccount()));
    const at = new Date("2026-03-03T00:00:00Z");
    for (const fan of fans.slice(0, 4)) await followUser(fan.ctx(at), { handle: star.handle });
    await followUser(fans[4]!.ctx(new Date("2026-03-04T00:00:00Z")), { handle: star.handle });

    const first = await listFollowers(ada.ctx(), { handle: star.handle, limit: 3 });
    const second = await listFollowers(ada.ctx(), { handle: star.handle, limit: 3, cursor: first.nextCursor ?? "" });
    expect(first.data[0]).toMatchObject({ id: fans[4]!.id, handle: fans[4]!.handle });
    const seen = [...first.data, ...second.data].map(({ id }) => id);
    expect(seen.toSorted()).toEqual(fans.map(({ id }) => id).toSorted());
    expect(second.nextCursor).toBeNull();

    expect((await listOwnFollowers(star.ctx(), { limit: 50 })).data.map(({ id }) => id)).toEqual(seen);
    const following = await listFollowing(ada.ctx(), { handle: fans[0]!.handle, limit: 50 });
    expect(following.data).toEqual([expect.objectContaining({ id: star.id })]);
    expect(await listOwnFollowing(fans[0]!.ctx(), { limit: 50 })).toEqual(following);
  });

  test("of an unknown person are not found, of somebody without follows are empty", async () => {
    await expect(listFollowers(ada.ctx(), { handle: "nobody_here", limit: 20 })).rejects.toMatchObject({
      code: "not_found",
    });
    const alone = await newAccount();
    expect(await listFollowing(ada.ctx(), { handle: alone.handle, limit: 20 })).toEqual({ data: [], nextCursor: null });
  });

  test("reject each other's cursors", async () => {
    const { nextCursor } = await listFollowers(ada.ctx(), { handle: ada.handle, limit: 1 });
    const star = await newAccount();
    await followUser(ada.ctx(), { handle: star.handle });
    await followUser(ben.ctx(), { handle: star.handle });
    const page = await listFollowers(ada.ctx(), { handle: star.handle, limit: 1 });
    expect(nextCursor).toBeNull();
    for (const list of [listFollowing, listFollowers]) {
      const handle = list === listFollowing ? star.handle : ada.handle;
      await expect(list(ada.ctx(), { handle, limit: 1, cursor: page.nextCursor ?? "" })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
    }
  });
});
