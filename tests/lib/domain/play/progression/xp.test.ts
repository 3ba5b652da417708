import { describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { PAID_ACTS_A_DAY, QUESTS, XP } from "@/lib/domain/play/progression/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

const MONDAY = new Date("2026-03-02T12:00:00Z");
const TUESDAY = new Date("2026-03-03T00:10:00Z");

const xpOf = async ({ actor }: Context) =>
  (await database().prisma.user.findUniqueOrThrow({ where: { id: actor.id } })).xp;
const post = (author: Context) => createPost(author, { content: "Something", audience: "PUBLIC" });
/** What a day's first post earns in addition. */
const QUEST = QUESTS.post.xp;

/** Returns somebody who has earned today's XP for posts except for the given number. */
async function nearlyCapped(left: number): Promise<Context> {
  const author = await newPerson({ now: MONDAY });
  await post(author);
  await database().prisma.dailyXp.updateMany({
    where: { userId: author.actor.id, act: "post" },
    data: { xp: PAID_ACTS_A_DAY.post * XP.post - left * XP.post },
  });
  return author;
}

describe("the XP of a post", () => {
  test("is revoked with it on the same day, however often it is posted and deleted", async () => {
    const author = await newPerson({ now: MONDAY });
    for (let turn = 0; turn < 30; turn++) await deletePost(author, await post(author));
    expect(await xpOf(author)).toBe(QUEST);
    await post(author);
    expect(await xpOf(author)).toBe(QUEST + XP.post);
  });

  test("stays when the post is deleted on another day", async () => {
    const author = await newPerson({ now: MONDAY });
    const created = await post(author);
    await deletePost({ ...author, now: TUESDAY }, created);
    expect(await xpOf(author)).toBe(QUEST + XP.post);
  });

  test("never falls below zero", async () => {
    const author = await newPerson({ now: MONDAY });
    const created = await post(author);
    await database().prisma.user.update({ where: { id: author.actor.id }, data: { xp: 3 } });
    await deletePost(author, created);
    expect(await xpOf(author)).toBe(0);
  });

  test("is granted exactly up to the daily cap by fifty concurrent posts, and again the next day", async () => {
    const author = await nearlyCapped(20);
    const before = await xpOf(author);
    await Promise.all(Array.from({ length: 50 }, () => post(author)));
    expect(await xpOf(author)).toBe(before + 20 * XP.post);
    await post({ ...author, now: TUESDAY });
    expect(await xpOf(author)).toBe(before + 21 * XP.post + QUEST);
  });

  test("beyond the cap is not revoked, because it was not granted", async () => {
    const author = await nearlyCapped(0);
    const before = await xpOf(author);
    await deletePost(author, await post(author));
    expect(await xpOf(author)).toBe(before);
  });

  test("is enough for normal use on a day", () => {
    expect(PAID_ACTS_A_DAY.post).toBeGreaterThanOrEqual(20);
  });
});

describe("the XP of a like or a follow", () => {
  test("is granted and revoked with it on the same day, but never granted twice, nor is a quest step", async () => {
    const [author, reader] = [await newPerson({ now: MONDAY }), await newPerson({ now: MONDAY })];
    const { id } = await post(author);
    const { handle } = author.actor;
    for (let turn = 0; turn < 6; turn++) {
      await likePost(reader, { id });
      await followUser(reader, { handle });
      expect(await xpOf(reader)).toBe(XP.like + XP.follow + QUESTS.follow.xp);
      await unlikePost(reader, { id });
      await unfollowUser(reader, { handle });
      expect(await xpOf(reader)).toBe(QUESTS.follow.xp);
    }
    const { count } = await database().prisma.questProgress.findFirstOrThrow({
      where: { userId: reader.actor.id, questKey: "like" },
    });
    expect(count).toBe(1);
  });

  test("is granted for one's own post, but that is no step of a quest", async () => {
    const author = await newPerson({ now: MONDAY });
    const { id } = await post(author);
    const before = await xpOf(author);
    await likePost(author, { id });
    expect(await xpOf(author)).toBe(before + XP.like);
    const { prisma } = database();
    expect(await prisma.questProgress.count({ where: { userId: author.actor.id, questKey: "like" } })).toBe(0);
  });

  test("stays when it is undone on another day, and is not granted again", async () => {
    const [author, reader] = [await newPerson({ now: MONDAY }), await newPerson({ now: MONDAY })];
    const { id } = await post(author);
    await likePost(reader, { id });
    const tuesday = { ...reader, now: TUESDAY };
    await unlikePost(tuesday, { id });
    await likePost(tuesday, { id });
    expect(await xpOf(reader)).toBe(XP.like);
  });
});
