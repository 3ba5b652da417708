import { beforeAll, describe, expect, test } from "vitest";
import { likePost, repostPost, unlikePost, unrepostPost } from "@/lib/domain/writing/engagement/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";

let ada: Account;
let ben: Account;
beforeAll(async () => {
  [ada, ben] = [await newAccount(), await newAccount()];
});

const post = async (author: Account, audience: "PUBLIC" | "FOLLOWERS" | "PRIVATE" = "PUBLIC") =>
  (await createPost(author.ctx(), { content: "Something to like", audience })).id;
const eventsOf = (account: Account, name: string) =>
  database().prisma.event.count({ where: { userId: account.id, name } });
const counted = async (id: string) => (await database().prisma.post.findUniqueOrThrow({ where: { id } })).likesCount;
const rows = (postId: string) => database().prisma.like.count({ where: { postId } });

describe("a like", () => {
  test("given twice counts once, earns XP once and delivers one like.created", async () => {
    const id = await post(ada);
    const xp = async () => (await database().prisma.user.findUniqueOrThrow({ where: { id: ben.id } })).xp;
    const [before, events] = [await xp(), await eventsOf(ben, "like.created")];
    expect(await likePost(ben.ctx(), { id })).toEqual({ liked: true, likeCount: 1 });
    expect(await likePost(ben.ctx(), { id })).toEqual({ liked: true, likeCount: 1 });
    expect(await xp()).toBe(before + 5);
    expect(await eventsOf(ben, "like.created")).toBe(events + 1);
  });

  test("removed and repeated earns nothing more", async () => {
    const id = await post(ada);
    await likePost(ben.ctx(), { id });
    const { xp } = await database().prisma.user.findUniqueOrThrow({ where: { id: ben.id } });
    expect(await unlikePost(ben.ctx(), { id })).toEqual({ liked: false, likeCount: 0 });
    expect(await unlikePost(ben.ctx(), { id })).toEqual({ liked: false, likeCount: 0 });
    expect(await likePost(ben.ctx(), { id })).toEqual({ liked: true, likeCount: 1 });
    expect((await database().prisma.user.findUniqueOrThrow({ where: { id: ben.id } })).xp).toBe(xp);
  });

  test("notifies the author once, and retracts an unread notification when removed", async () => {
    const id = await post(ada);
    const notifications = () =>
      database().prisma.notification.findMany({ where: { userId: ada.id, type: "LIKE", subjectId: id } });
    await likePost(ben.ctx(), { id });
    await likePost(ada.ctx(), { id });
    expect(await notifications()).toMatchObject([
      { actorId: ben.id, preview: "Something to like", link: `/posts/${id}` },
    ]);
    await unlikePost(ben.ctx(), { id });
    expect(await notifications()).toEqual([]);
  });

  test("keeps the count equal to the rows under thirty concurrent people", async () => {
    const id = await post(ada);
    const people = await Promise.all(Array.from({ length: 30 }, () => newAccount()));
    await Promise.all(
      people.flatMap((person, index) => [
        likePost(person.ctx(), { id }),
        index % 3 === 0 ? unlikePost(person.ctx(), { id }) : likePost(person.ctx(), { id }),
        likePost(person.ctx(), { id }),
      ]),
    );
    expect(await counted(id)).toBe(await rows(id));
    await Promise.all(people.map((person) => unlikePost(person.ctx(), { id })));
    expect([await counted(id), await rows(id)]).toEqual([0, 0]);
  }, 60_000);

  test("of a deleted, private or unknown post gives the same error", async () => {
    const deleted = await post(ada);
    await deletePost(ada.ctx(), { id: deleted });
    const hidden = [deleted, await post(ada, "PRIVATE"), await post(ada, "FOLLOWERS"), "post_nowhere"];
    const refusals = await Promise.all(
      hidden.map((id) => likePost(ben.ctx(), { id }).catch((error: unknown) => error)),
    );
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code: "not_found", message: (refusals[0] as Error).message });
  });

  test("of a followers-only post is for followers, in the browser only", async () => {
    const id = await post(ada, "FOLLOWERS");
    await database().prisma.follow.create({ data: { followerId: ben.id, followeeId: ada.id, createdAt: new Date() } });
    await expect(likePost(ben.ctx(), { id })).rejects.toMatchObject({ code: "not_found" });
    expect(await likePost({ ...ben.ctx(), channel: "session" }, { id })).toEqual({ liked: true, likeCount: 1 });
  });

  test("that waits for a lock does not delay other people's likes of the same post", async () => {
    const [id, slow, { prisma }] = [await post(ada), await newAccount(), database()];
    const held = await prisma.$transaction(async (db) => {
      const [{ pid }] = await db.$queryRaw<[{ pid: number }]>`
        SELECT pg_backend_pid() AS pid FROM "User" WHERE id = ${slow.id} FOR UPDATE`;
      const liking = likePost(slow.ctx(), { id });
      const waiters = () =>
        prisma.$queryRaw`SELECT pid FROM pg_stat_activity WHERE ${pid} = ANY(pg_blocking_pids(pid))`;
      await eventually(async () => expect(await waiters()).toHaveLength(1));
      expect(await likePost(ben.ctx(), { id })).toEqual({ liked: true, likeCount: 1 });
      return { liking };
    });
    expect(await held.liking).toEqual({ liked: true, likeCount: 2 });
  });

  test("is uncounted when it is undone while the post is deleted, which may be restored", async () => {
    const [id, { prisma }] = [await post(ada), database()];
    await likePost(ben.ctx(), { id });
    const held = await prisma.$transaction(async (db) => {
      await db.post.update({ where: { id }, data: { deletedAt: new Date() } });
      const [{ pid }] = await db.$queryRaw<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`;
      const taking = unlikePost(ben.ctx(), { id });
      const waiters = () =>
        prisma.$queryRaw`SELECT pid FROM pg_stat_activity WHERE ${pid} = ANY(pg_blocking_pids(pid))`;
      await eventually(async () => expect(await waiters()).toHaveLength(1));
      return { taking };
    });
    expect(await held.taking).toEqual({ liked: false, likeCount: 0 });
    expect([await counted(id), await rows(id)]).toEqual([0, 0]);
  });

  test("is either counted or not found when the post is deleted at the same time", async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const id = await post(ada);
      const [liked] = await Promise.allSettled([likePost(ben.ctx(), { id }), deletePost(ada.ctx(), { id })]);
      const { likesCount, deletedAt } = await database().prisma.post.findUniqueOrThrow({ where: { id } });
      expect(deletedAt).not.toBeNull();
      expect(likesCount).toBe(await rows(id));
      expect(likesCount).toBe(liked.status === "fulfilled" ? 1 : 0);
    }
  });
});

describe("a repost", () => {
  test("counts with its row and notifies the author", async () => {
    const id = await post(ada);
    const session = { ...ben.ctx(), channel: "session" as const };
    expect(await repostPost(session, { id })).toEqual({ reposted: true, repostCount: 1 });
    expect(await repostPost(session, { id })).toEqual({ reposted: true, repostCount: 1 });
    expect(
      await database().prisma.notification.count({ where: { userId: ada.id, type: "REPOST", subjectId: id } }),
    ).toBe(1);
    expect(await unrepostPost(session, { id })).toEqual({ reposted: false, repostCount: 0 });
    expect(await database().prisma.repost.count({ where: { postId: id } })).toBe(0);
  });
});
