import pg from "pg";
import { beforeAll, describe, expect, test } from "vitest";
import { createContext, idFor } from "@/lib/domain/kernel/context";
import { searchPosts } from "@/lib/domain/people/search/queries";
import { MAX_QUEUED_SEARCHES, NEWEST_POSTS, SEARCHES_AT_ONCE } from "@/lib/domain/people/search/rules";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { explain } from "@/tests/load/plans/explain";
import { statementsOf } from "@/tests/load/statements";

const visitor = createContext({ actor: null, channel: "session" });
const search = async (q: string) => (await searchPosts(visitor, { q, limit: 50 })).data.map(({ content }) => content);

const OLD = [
  ...["Gramophone 1", "Gramophone 2", "ПРИВЕТ, мир", "ボードゲームの夜", "A gramophone at night"],
  ...["Un cafe\u0301 crème", "Ｐｈｏｎｏｇｒａｐｈ　Ｒｅｃｏｒｄｓ", "ﾊﾞｲｵﾘﾝの音", "𝓣𝓻𝓾𝓶𝓹𝓮𝓽𝓼", "Naïve résumé"],
];
const HIDDEN = "A gramophone that nobody may hear";
const NEW = ["The newest gramophone", "東京の夜", "Zq", "The\u0301a\u0302tre", "Ｏｒｇａｎ", "We ❤️ shellac"];

beforeAll(async () => {
  const { prisma } = database();
  const authorId = idFor(visitor, "user");
  await prisma.user.create({ data: { id: authorId, handle: "author", name: "Author", createdAt: visitor.now } });
  const post = (content: string, minutesAgo: number, index: number) => ({
    id: idFor(visitor, "post"),
    authorId,
    content,
    createdAt: new Date(visitor.now.getTime() - minutesAgo * 60_000 - index),
  });
  await prisma.post.createMany({
    data: [
      ...NEW.map((content, index) => post(content, 0, index)),
      ...Array.from({ length: NEWEST_POSTS }, (_, index) => post(`A common word, number ${index}`, 1, index)),
      ...OLD.map((content, index) => post(content, 2, index)),
      { ...post(HIDDEN, 2, 9), audience: "PRIVATE" as const },
    ],
  });
});

describe("finds a post", () => {
  test("by a word in recent and in old posts, newest first", async () => {
    expect(await search("gramophone")).toEqual([
      "The newest gramophone",
      "Gramophone 1",
      "Gramophone 2",
      "A gramophone at night",
    ]);
  });

  test("once over pages that end among recent and among old posts", async () => {
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
    ["a phrase in a script without spaces", '"ゲームの"', 1],
    ["two letters, among the newest", "東京", 1],
    ["a short word in any case", "zq", 1],
    ["words in any order", "night gramophone", 1],
    ["words without another one", "gramophone -night", 3],
    ["words in a row, among the newest and long before them", '"newest gramophone" or "gramophone at night"', 2],
    ["words in a row that stand otherwise", '"night gramophone"', 0],
    ["a word without others in a row", 'gramophone -"at night"', 3],
    ["composed letters, where it has decomposed ones", "café", 1],
    ["decomposed letters, where it has composed ones", "nai\u0308ve re\u0301sume\u0301", 1],
    ["decomposed letters, among the newest", "thé\u00E2tre", 1],
    ["ASCII, where it is in full width", "phonograph", 1],
    ["a form of a word in full width", "record phonographs", 1],
    ["a part of a word in full width", "onogra", 1],
    ["ASCII in full width, among the newest", "organ", 1],
    ["full width, where it is in ASCII", "ｇｒａｍｏｐｈｏｎｅ", 4],
    ["katakana, where it is in half width", "バイオリン", 1],
    ["ASCII, where it has mathematical letters", "trumpet", 1],
    ["an emoji without the selector", "❤", 1],
    ["an emoji with the selector", "❤️", 1],
    ["the beginning of more words than are looked for", `gramophone ${"night ".repeat(9)} elephant`, 1],
  ])("by %s: %s", async (_, q, count) => expect(await search(q)).toHaveLength(count));
});

test("returns full pages for a common word, to the end", async () => {
  const first = await searchPosts(visitor, { q: "common", limit: 50 });
  expect(first.data).toHaveLength(50);
  expect(first.nextCursor).not.toBeNull();
});

test("queues concurrent searches, and rejects those that would wait too long", async () => {
  const all = await Promise.allSettled(Array.from({ length: 100 }, () => search("gramophone")));
  const refused = all.filter(({ status }) => status === "rejected");
  expect(refused).toHaveLength(100 - SEARCHES_AT_ONCE - MAX_QUEUED_SEARCHES);
  expect(refused[0]).toMatchObject({
    reason: { code: "unavailable", details: { retryAfterSeconds: expect.any(Number) } },
  });
  expect(await search("gramophone")).toHaveLength(4);
});

test("bounds the search for a phrase of common words to a few thousand posts", async () => {
  const [statement] = await statementsOf(() => search('"number common" "word a" "number word"'));
  const client = new pg.Client({ connectionString: env().database.url });
  await client.connect();
  try {
    expect((await explain(client, statement!)).mostRows).toBeLessThanOrEqual(2 * NEWEST_POSTS);
  } finally {
    await client.end();
  }
});

test("finds nothing for text that no post contains, in any characters", async () => {
  for (const q of ["zzzzqqqq", "%", "_", "\\", "'", '"', "💥", "-", "|", "!", " "])
    expect([q, await search(q)]).toEqual([q, []]);
});
