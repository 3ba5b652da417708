import { beforeAll, describe, expect, test } from "vitest";
import { createContext, idFor } from "@/lib/domain/context";
import { searchPosts } from "@/lib/domain/search/queries";
import { NEWEST_POSTS } from "@/lib/domain/search/rules";
import { database } from "@/lib/infra/db";

const visitor = createContext({ actor: null, door: "app" });
const search = async (q: string) => (await searchPosts(visitor, { q, limit: 50 })).data.map(({ content }) => content);

const OLD = ["Gramophone 1", "Gramophone 2", "ПРИВЕТ, мир", "ボードゲームの夜", "A gramophone at night"];
const HIDDEN = "A gramophone that nobody may hear";
const NEW = ["The newest gramophone", "東京の夜", "Zq"];

beforeAll(async () => {
  const { prisma } = database();
  const authorId = idFor(visitor, "user");
  await prisma.user.create({ data: { id: authorId, handle: "author", name: "Author", createdAt: visitor.now } });
  const post = (content: string, minutesAgo: number, index: number) => ({ id: idFor(visitor, "post"), authorId, content, createdAt: new Date(visitor.now.getTime() - minutesAgo * 60_000 - index) });
  await prisma.post.createMany({
    data: [
      ...NEW.map((content, index) => post(content, 0, index)),
      ...Array.from({ length: NEWEST_POSTS }, (_, index) => post(`A common word, number ${index}`, 1, index)),
      ...OLD.map((content, index) => post(content, 2, index)),
      { ...post(HIDDEN, 2, 9), audience: "PRIVATE" as const },
    ],
  });
});

describe("a post is found", () => {
  test("by a word among the newest and by the same word long before them, newest first", async () => {
    expect(await search("gramophone")).toEqual(["The newest gramophone", "Gramophone 1", "Gramophone 2", "A gramophone at night"]);
  });

  test("once, page by page, where some pages end among the newest and some before them", async () => {
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await searchPosts(visitor, { q: "gramophones", limit: 1, cursor });
      found.push(...page.data.map(({ content }) => content));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(found).toEqual(["The newest gramophone", "Gramophone 1", "Gramophone 2", "A gramophone at night"]);
  });

  test.each([
    ["a part of a word", "amophon", 4],
    ["letters of another script, small or capital", "привет", 1],
    ["letters of a script without spaces", "ゲームの", 1],
    ["two letters, among the newest", "東京", 1],
    ["a short word in any case", "zq", 1],
    ["words in any order", "night gramophone", 1],
    ["words without another one", "gramophone -night", 3],
  ])("by %s: %s", async (_, q, count) => expect(await search(q)).toHaveLength(count));
});

test("a common word gives full pages, and as many of them as there are", async () => {
  const first = await searchPosts(visitor, { q: "common", limit: 50 });
  expect(first.data).toHaveLength(50);
  expect(first.nextCursor).not.toBeNull();
});

test("nothing is found by what stands nowhere, in whatever characters", async () => {
  for (const q of ["zzzzqqqq", "%", "_", "\\", "'", '"', "💥", "-", "|", "!", " "]) expect([q, await search(q)]).toEqual([q, []]);
});
