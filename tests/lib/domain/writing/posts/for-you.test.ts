import { createHash } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { countNewer, listForYou } from "@/lib/domain/writing/posts/timeline";
import { MAX_NEWER } from "@/lib/domain/writing/posts/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

interface Made {
  id: string;
  authorId: string;
  audience: "PUBLIC" | "FOLLOWERS" | "PRIVATE";
  createdAt: Date;
  deletedAt: Date | null;
}

interface Passed {
  postId: string;
  userId: string;
  createdAt: Date;
}

/** More people than a page has rows, so that some have no post on it. */
const FOLLOWED = 24;
const STRANGERS = 6;
const AUDIENCES = ["PUBLIC", "PUBLIC", "PUBLIC", "FOLLOWERS", "PRIVATE"] as const;

/** Returns a number below `n`, always the same for the same words. */
const pick = (n: number, ...words: (string | number)[]) =>
  createHash("md5").update(words.join()).digest().readUInt32BE() % n;

let reader: Context;
let circle: string[];
let posts: Made[];
let reposts: Passed[];

beforeAll(async () => {
  reader = await newPerson();
  const people = await Promise.all(
    Array.from({ length: FOLLOWED + STRANGERS }, async () => (await newPerson()).actor.id),
  );
  const followed = people.slice(0, FOLLOWED);
  circle = [reader.actor.id, ...followed];
  // Four posts per moment: a page that ends among equal times must neither lose nor repeat one.
  const moment = (index: number) => new Date(reader.now.getTime() - Math.floor(index / 4) * 1000);
  const members = [reader.actor.id, ...people];
  posts = Array.from({ length: 400 }, (_, index) => ({
    id: `post_${pick(10 ** 9, "id", index)}`,
    // One of them posts as much as all others together.
    authorId: members[pick(2, "busy", index) === 0 ? 3 : pick(members.length, "author", index)]!,
    audience: AUDIENCES[pick(AUDIENCES.length, "audience", index)]!,
    createdAt: moment(index),
    deletedAt: pick(20, "deleted", index) === 0 ? reader.now : null,
  }));
  reposts = posts.flatMap(({ id }) =>
    people
      .filter((_, index) => pick(60, "passed", id, index) === 0)
      .map((userId) => ({ postId: id, userId, createdAt: moment(pick(400, "when", id, userId)) })),
  );
  const { prisma } = database();
  await prisma.follow.createMany({
    data: followed.map((followeeId) => ({ followerId: reader.actor.id, followeeId, createdAt: reader.now })),
  });
  await prisma.post.createMany({ data: posts.map((post) => ({ ...post, content: post.id })) });
  await prisma.repost.createMany({ data: reposts });
});

/** Computes the expected list without a database: everything except what is filtered out. */
function expected(): string[] {
  const within = (id: string) => circle.includes(id);
  const own = posts
    .filter(
      ({ authorId, audience, deletedAt }) =>
        within(authorId) && !deletedAt && (audience !== "PRIVATE" || authorId === reader.actor.id),
    )
    .map(({ id, createdAt }) => ({ key: id, at: createdAt }));
  const passed = reposts
    .filter(({ postId, userId }) => {
      const post = posts.find(({ id }) => id === postId)!;
      return within(userId) && !within(post.authorId) && post.audience === "PUBLIC" && !post.deletedAt;
    })
    .filter((one, _, all) => !all.some((other) => other.postId === one.postId && isLater(other, one)))
    .map(({ postId, userId, createdAt }) => ({ key: `${postId}:${userId}`, at: createdAt }));
  return [...own, ...passed]
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.key < b.key ? 1 : -1))
    .map(({ key }) => key);
}

function isLater(one: Passed, other: Passed): boolean {
  const difference = one.createdAt.getTime() - other.createdAt.getTime();
  return difference > 0 || (difference === 0 && one.userId > other.userId);
}

test.each([2, 7, 20, 50])(
  "contains all posts and reposts of many people and the reader, in order, read %i at a time",
  async (limit) => {
    const keys: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await listForYou(reader, { limit, cursor });
      keys.push(...page.data.map(({ key }) => key));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(keys).toEqual(expected());
    expect(keys.some((key) => key.includes(":"))).toBe(true);
  },
);

test("counts newer posts of everybody or of people followed, never the viewer's own", async () => {
  const after = new Date(reader.now.getTime() - 20_500);
  const newer = posts.filter(
    ({ createdAt, audience, deletedAt, authorId }) =>
      createdAt > after && audience === "PUBLIC" && !deletedAt && authorId !== reader.actor.id,
  );
  expect(await countNewer(reader, { feed: "everyone", after })).toEqual({ count: newer.length });
  expect(await countNewer(reader, { feed: "for-you", after })).toEqual({
    count: newer.filter(({ authorId }) => circle.includes(authorId)).length,
  });
});

test("counts newer posts up to a limit", async () => {
  expect(await countNewer(reader, { feed: "everyone", after: new Date(0) })).toEqual({ count: MAX_NEWER });
});
