import { beforeAll, describe, expect, test } from "vitest";
import { newBlogPost, newNewsArticle } from "@/tests/contract/content";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { findArticles } from "@/lib/domain/people/search/articles";
import { findBuilds, searchBuilds } from "@/lib/domain/people/search/builds";
import { searchPeople } from "@/lib/domain/people/search/queries";
import { findTags } from "@/lib/domain/people/search/tags";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { editBuild, removeBuild } from "@/lib/domain/writing/builds/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { BUILD_DRAFT, newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";

const visitor: VisitorContext = createContext({ actor: null, channel: "session" });
let author: Context;
beforeAll(async () => {
  await database().prisma.buildCategory.upsert({
    where: { slug: "tools" },
    create: { slug: "tools", name: "Tools" },
    update: {},
  });
  author = await newPerson();
});

const on = (day: string) => ({ ...author, now: new Date(`${day}T12:00:00Z`) });

describe("builds", () => {
  const titles = async (q: string, as = visitor) =>
    (await searchBuilds(as, { q, limit: 50 })).data.map(({ title }) => title);

  beforeAll(async () => {
    const abacus = { title: "Brass abacus", description: "Talks to your calendar", technologies: ["TypeScript"] };
    await newBuild(on("2025-03-01"), abacus);
    await newBuild(on("2025-03-02"), { title: "Ｃｌｏｃｋ", description: "A clock in a row of brass" });
    await newBuild(on("2025-03-03"), { title: "東京の時計", description: "Rust and brass", technologies: ["Rust"] });
  });

  test.each([
    ["title", "abacuses", ["Brass abacus"]],
    ["description", "calendar", ["Brass abacus"]],
    ["technology", "typescript", ["Brass abacus"]],
    ["part of a word", "bacu", ["Brass abacus"]],
    ["compatible form", "clock", ["Ｃｌｏｃｋ"]],
    ["script without spaces", "時計", ["東京の時計"]],
    ["phrase", '"row of brass"', ["Ｃｌｏｃｋ"]],
    ["phrase that stands otherwise", '"brass of row"', []],
    ["word, without another", "brass -rust", ["Ｃｌｏｃｋ", "Brass abacus"]],
    ["day", "brass after:2025-03-01 before:2025-03-03", ["Ｃｌｏｃｋ"]],
    ["image, of which builds know nothing", "brass has:image", []],
  ])("are found by %s: %s", async (_, q, expected) => expect(await titles(q)).toEqual(expected));

  test("are found by their author, whom the viewer may see", async () => {
    const viewer = await newPerson();
    const q = `brass from:${author.actor.handle}`;
    expect(await titles(q, viewer)).toHaveLength(3);
    await blockUser(viewer, { handle: author.actor.handle });
    expect(await titles(q, viewer)).toEqual(await titles("brass from:nobody_at_all", viewer));
    expect(await titles("brass", viewer)).toEqual([]);
  });

  test("follow an edit, and are gone when they are taken down", async () => {
    const slug = await newBuild(author, { title: "Xylophone" });
    expect(await titles("xylophone")).toEqual(["Xylophone"]);
    await editBuild(author, { ...BUILD_DRAFT, title: "Marimba", slug });
    expect([await titles("xylophone"), await titles("marimba")]).toEqual([[], ["Marimba"]]);
    await removeBuild(author, { slug });
    expect(await titles("marimba")).toEqual([]);
  });

  test("have the same pages by key", async () => {
    const first = await findBuilds(visitor, { q: "brass", limit: 2 });
    const second = await findBuilds(visitor, { q: "brass", limit: 2, cursor: first.nextCursor! });
    expect([...first.data, ...second.data].map(({ title }) => title)).toEqual(await titles("brass"));
    expect(second.nextCursor).toBeNull();
  });
});

describe("articles", () => {
  const found = async (q: string) =>
    (await findArticles(visitor, { q, limit: 50 })).data.map(({ kind, slug }) => [kind, slug]);
  const account = () => ({ id: author.actor.id }) as never;
  const day = (iso: string) => new Date(`${iso}T12:00:00Z`);

  test("of the blog and the news are found by their text, newest first", async () => {
    const blog = await newBlogPost(account(), day("2025-03-01"));
    const news = await newNewsArticle(account(), day("2025-03-02"));
    const coming = await newBlogPost(account(), new Date(Date.now() + 86_400_000));
    const draft = await newNewsArticle(account());
    const { prisma } = database();
    for (const slug of [blog, coming])
      await prisma.blogPost.update({ where: { slug }, data: { content: "# Zephyrs\n\nOf winds in a row." } });
    for (const slug of [news, draft])
      await prisma.newsArticle.update({ where: { slug }, data: { description: "Ｚｅｐｈｙｒ winds" } });
    await prisma.newsArticle.update({ where: { slug: draft }, data: { publishedAt: null } });

    expect(await found("zephyr")).toEqual([
      ["news", news],
      ["blog", blog],
    ]);
    expect(await found('"winds in a row"')).toEqual([["blog", blog]]);
    expect(await found("zephyr before:2025-03-02")).toEqual([["blog", blog]]);
    expect(await found("after:2025-03-01 before:2025-03-03")).toEqual([["news", news]]);
    expect(await found("ephy")).toEqual([["news", news]]);
    const first = await findArticles(visitor, { q: "zephyr", limit: 1 });
    const second = await findArticles(visitor, { q: "zephyr", limit: 1, cursor: first.nextCursor! });
    expect([first.data[0]?.slug, second.data[0]?.slug, second.nextCursor]).toEqual([news, blog, null]);
    expect(second.data[0]).toEqual({
      kind: "blog",
      slug: blog,
      title: "A post",
      description: "Made for a test",
      date: "2025-03-01",
    });
  });

  test("of any content can be stored and searched", async () => {
    const slug = await newBlogPost(account(), day("2025-03-01"));
    const words = Array.from({ length: 33_000 }, (_, index) => `㍿${index.toString(36)}`).join(" ");
    await database().prisma.blogPost.update({ where: { slug }, data: { content: words.slice(0, 100_000) } });
    expect(await found("株式会社aa")).toEqual([["blog", slug]]);
  });
});

describe("people", () => {
  const handles = async (q: string) => (await searchPeople(visitor, { q, limit: 10 })).map(({ handle }) => handle);
  const described = async (name: string, bio: string) => {
    const { actor } = await newPerson({ name });
    await database().prisma.user.update({ where: { id: actor.id }, data: { bio } });
    return actor.handle;
  };

  test("are found by their bios, after those with the name", async () => {
    const followed = await described("Bo", "Repairs hurdygurdies, paints ﬁddles, lives in 東京");
    await database().prisma.user.update({ where: { handle: followed }, data: { followersCount: 9 } });
    const other = await described("Cy", "One hurdygurdy is enough");
    const named = await described("Hurdygurdy Hal", "Collects spoons");
    expect(await handles("hurdygurdy")).toEqual([named, followed, other]);
    expect(await handles("repair paint")).toEqual([followed]);
    expect(await handles('"hurdygurdy is enough"')).toEqual([other]);
    expect(await handles("fiddle")).toEqual([followed]);
    expect(await handles("urdygur")).toEqual([named, followed, other]);
    expect(await handles("東京")).toEqual([followed]);
    expect(await handles("-nobodysword")).toEqual([]);
  });

  test("are not found by the bios of accounts that moderators suspended or limited", async () => {
    const handle = await described("Di", "Only nyckelharpas");
    expect(await handles("nyckelharpa")).toEqual([handle]);
    for (const data of [{ suspendedAt: new Date() }, { suspendedAt: null, limitedAt: new Date() }]) {
      await database().prisma.user.update({ where: { handle }, data });
      expect(await handles("nyckelharpa")).toEqual([]);
    }
  });
});

test("tags are found by their beginning, and none without letters", async () => {
  await createPost(author, { content: "#Zitherday", audience: "PUBLIC" });
  const found = async (q: string) => (await findTags(visitor, { q, limit: 5 })).data.map(({ name }) => name);
  expect([await found("zith"), await found("#ZITH"), await found(""), await found("#")]).toEqual([
    ["Zitherday"],
    ["Zitherday"],
    [],
    [],
  ]);
});
