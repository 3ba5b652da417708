import { beforeAll, describe, expect, test } from "vitest";
import {
  getBlogPost,
  listBlog,
  getNewsArticle,
  listNews,
  findFeatured,
  getBlogAuthor,
  listNewsCategories,
} from "@/lib/domain/writing/articles/queries";
import { createContext } from "@/lib/domain/kernel/context";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

const visitor = createContext({ actor: null, channel: "api", now: new Date("2026-06-15T12:00:00Z") });
const day = (date: string) => new Date(`${date}T23:30:00Z`);

beforeAll(async () => {
  const blog = [
    { slug: "first", publishedAt: day("2026-06-01") },
    { slug: "second", publishedAt: day("2026-06-02") },
    { slug: "ahead", publishedAt: day("2026-06-20") },
  ];
  await database().prisma.blogPost.createMany({
    data: blog.map(({ slug, publishedAt }) => ({
      id: `blg_${slug}`,
      slug,
      authorId: PLATFORM_USER_ID,
      title: slug,
      description: "d",
      content: "# Hello",
      tags: ["api"],
      publishedAt,
    })),
  });
  const news = [
    { slug: "wood", category: "craft", publishedAt: day("2026-06-03") },
    { slug: "glue", category: "craft", publishedAt: day("2026-06-03") },
    { slug: "odds", category: "games", publishedAt: day("2026-06-04") },
    { slug: "brass", category: "metal", publishedAt: day("2026-06-01") },
    { slug: "draft", category: "craft", publishedAt: null },
    { slug: "ahead", category: "craft", publishedAt: day("2026-06-20") },
    { slug: "sketch", category: "unwritten", publishedAt: null },
    { slug: "later", category: "tomorrow", publishedAt: day("2026-06-20") },
  ];
  await database().prisma.newsArticle.createMany({
    data: news.map(({ slug, category, publishedAt }) => ({
      id: `nws_${slug}`,
      slug,
      authorId: PLATFORM_USER_ID,
      title: slug,
      description: "d",
      content: "Text",
      category,
      sourceTitle: "Source",
      sourceUrl: "https://source.example/a",
      sourcePublisher: "Publisher",
      createdAt: day("2026-05-01"),
      publishedAt,
    })),
  });
});

describe("the blog", () => {
  test("names a post's author, except to whom they have blocked", async () => {
    const [author, blocked] = [await newPerson(), await newPerson()];
    const where = { slug: "first" };
    await database().prisma.blogPost.update({ where, data: { authorId: author.actor.id } });
    await blockUser(author, { handle: blocked.actor.handle });
    expect(await getBlogAuthor(visitor, where)).toMatchObject({ handle: author.actor.handle });
    expect(await getBlogAuthor(blocked, where)).toBeNull();
  });

  test("lists published posts by date, newest first", async () => {
    const { data, nextCursor } = await listBlog(visitor, { limit: 20 });
    expect(data).toEqual([
      { slug: "second", title: "second", description: "d", date: "2026-06-02", tags: ["api"] },
      { slug: "first", title: "first", description: "d", date: "2026-06-01", tags: ["api"] },
    ]);
    expect(nextCursor).toBeNull();
  });

  test("returns a post with its content, and hides future posts", async () => {
    expect(await getBlogPost(visitor, { slug: "first" })).toMatchObject({ slug: "first", content: "# Hello" });
    await expect(getBlogPost(visitor, { slug: "ahead" })).rejects.toMatchObject({ code: "not_found" });
    await expect(getBlogPost(visitor, { slug: "nowhere" })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("the news", () => {
  test("lists published articles, all or by category", async () => {
    expect((await listNews(visitor, { limit: 20 })).data.map(({ slug }) => slug)).toEqual([
      "odds",
      "wood",
      "glue",
      "brass",
    ]);
    const { data } = await listNews(visitor, { limit: 20, category: "games" });
    expect(data).toEqual([
      { slug: "odds", title: "odds", description: "d", date: "2026-06-04", category: "games", featured: false },
    ]);
    expect(await listNews(visitor, { limit: 20, category: "none" })).toEqual({ data: [], nextCursor: null });
  });

  test("rejects a cursor of another category", async () => {
    const { nextCursor } = await listNews(visitor, { limit: 1, category: "craft" });
    await expect(listNews(visitor, { limit: 1, category: "games", cursor: nextCursor ?? "" })).rejects.toMatchObject({
      code: "invalid_cursor",
    });
    const second = await listNews(visitor, { limit: 1, category: "craft", cursor: nextCursor ?? "" });
    expect(second).toMatchObject({ data: [{ slug: "glue" }], nextCursor: null });
  });

  test("returns an article with its source, and hides drafts", async () => {
    expect(await getNewsArticle(visitor, { slug: "odds" })).toEqual({
      slug: "odds",
      title: "odds",
      description: "d",
      date: "2026-06-04",
      category: "games",
      content: "Text",
      source: { title: "Source", url: "https://source.example/a", publisher: "Publisher" },
    });
    for (const slug of ["draft", "ahead"])
      await expect(getNewsArticle(visitor, { slug })).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("editorial queries", () => {
  test("lists the categories of published articles, by name", async () => {
    expect(await listNewsCategories(visitor)).toEqual(["craft", "games", "metal"]);
  });

  test("returns the newest published featured article", async () => {
    expect(await findFeatured(visitor)).toBeNull();
    await database().prisma.newsArticle.updateMany({
      where: { slug: { in: ["wood", "brass", "ahead", "draft"] } },
      data: { featured: true },
    });
    expect(await findFeatured(visitor)).toMatchObject({ slug: "wood", featured: true });
  });
});
