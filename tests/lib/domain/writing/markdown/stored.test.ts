import { expect, test } from "vitest";
import { editPost, publishPost, writeArticle } from "@/lib/domain/writing/articles/commands";
import { getArticleHtml } from "@/lib/domain/writing/articles/queries";
import { getBuildPage } from "@/lib/domain/writing/builds/queries";
import { editBuild, publishBuild } from "@/lib/domain/writing/builds/commands";
import type { BuildDraft } from "@/lib/domain/writing/builds/schema";
import type { Context } from "@/lib/domain/kernel/context";
import { previewMarkdown } from "@/lib/domain/writing/markdown/rendering";
import { RENDERER_VERSION } from "@/lib/domain/writing/markdown/rules";
import { database } from "@/lib/infra/database/db";
import { eventually } from "@/tests/support/eventually";
import { newPerson } from "@/tests/support/people";
import { usePool } from "@/tests/support/process-pools";

const wideTable = `${"|a".repeat(101)}|\n${"|-".repeat(101)}|`;
const { build } = database().prisma;

// In the child processes of the product.
usePool("markdown");

const draft = (readme: string, title = "Brass loom"): BuildDraft => ({
  title,
  description: "Weaves while you sleep",
  readme,
  category: "tools",
  technologies: [],
  price: null,
  repoUrl: null,
  demoUrl: null,
});
const columns = (slug: string) =>
  build.findUniqueOrThrow({ where: { slug }, select: { html: true, rendererVersion: true } });
const page = async (reader: Context, slug: string) => (await getBuildPage(reader, { slug })).readmeHtml;

async function newEditor(): Promise<Context> {
  const person = await newPerson();
  return { ...person, actor: { ...person.actor, role: "EDITOR" } };
}

test("renders a readme on write, and reads the stored HTML", async () => {
  const author = await newPerson();
  const { slug } = await publishBuild(author, draft("# Brass loom\n\n*Weaves*"));
  expect(await columns(slug)).toEqual({ html: "<p><em>Weaves</em></p>", rendererVersion: RENDERER_VERSION });
  await build.update({ where: { slug }, data: { html: "as it was rendered" } });
  expect(await page(author, slug)).toBe("as it was rendered");
  await editBuild(author, { slug, ...draft("**Weaves**") });
  expect(await page(author, slug)).toBe("<p><strong>Weaves</strong></p>");
});

test("rejects a readme over the limits by its field, and changes nothing", async () => {
  const author = await newPerson();
  const refusal = {
    code: "invalid_request",
    details: { issues: [{ param: "readme", message: "A table has at most 100 columns: split it" }] },
  };
  await expect(publishBuild(author, draft(wideTable))).rejects.toMatchObject(refusal);
  expect(await build.count({ where: { authorId: author.actor.id } })).toBe(0);
  const { slug } = await publishBuild(author, draft("Weaves"));
  await expect(editBuild(author, { slug, ...draft(wideTable) })).rejects.toMatchObject(refusal);
  expect(await page(author, slug)).toBe("<p>Weaves</p>");
});

test("renders an article on every write, and rejects one over the limits", async () => {
  const editor = await newEditor();
  const post = { title: "On shelves", description: "Why a shelf is straight", content: "*Sags*", tags: [] };
  const { slug } = await publishPost(editor, post);
  expect(await getArticleHtml(editor, "BlogPost", { slug })).toBe("<p><em>Sags</em></p>");
  await editPost(editor, { slug, ...post, content: "**Sags**" });
  expect(await getArticleHtml(editor, "BlogPost", { slug })).toBe("<p><strong>Sags</strong></p>");
  await expect(editPost(editor, { slug, ...post, content: wideTable })).rejects.toMatchObject({
    details: { issues: [{ param: "content" }] },
  });

  const source = { title: "The bell", url: "https://journal.example/bell", publisher: "The Journal" };
  const article = {
    title: "A bell rings",
    description: "A bell that nobody pulls",
    content: "*Rings*",
    category: "bells",
    featured: false,
    source,
    published: true,
  };
  const news = await writeArticle(editor, article);
  expect(await getArticleHtml(editor, "NewsArticle", news)).toBe("<p><em>Rings</em></p>");
});

test("renders articles for editors only", async () => {
  const person = await newPerson();
  await expect(
    publishPost(person, { title: "On shelves", description: "Why a shelf is straight", content: "x", tags: [] }),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("previews what saving will store or reject", async () => {
  const person = await newPerson();
  expect(await previewMarkdown(person, { text: "*Weaves*" })).toEqual({ html: "<p><em>Weaves</em></p>" });
  await expect(previewMarkdown(person, { text: wideTable })).rejects.toMatchObject({
    code: "invalid_request",
    message: "A table has at most 100 columns: split it",
  });
});

test("rejects a preview that takes more than a second of processor time", async () => {
  const preview = previewMarkdown(await newPerson(), { text: "*a_ ".repeat(25_000) });
  await expect(preview).rejects.toMatchObject({
    code: "invalid_request",
    details: { issues: [{ param: "text", message: expect.stringContaining("takes more than a second") }] },
  });
});

test("dequeues a preview whose caller disconnected", async () => {
  const person = await newPerson();
  const gone = new AbortController();
  const abandoned = Array.from({ length: 4 }, () => previewMarkdown({ ...person, signal: gone.signal }, { text: "x" }));
  gone.abort(new Error("hung up"));
  const waiting = Array.from({ length: 3 }, () => previewMarkdown(person, { text: "*Weaves*" }));
  for (const preview of await Promise.allSettled(abandoned)) expect(preview).toMatchObject({ status: "rejected" });
  expect(await Promise.all(waiting)).toHaveLength(3);
});

/** Writes a readme like an instance that does not render yet. */
const olden = (slug: string, readme: string) => build.update({ where: { slug }, data: { readme } });

test("renders a document without HTML on its first read, once for concurrent readers", async () => {
  const author = await newPerson();
  const { slug } = await publishBuild(author, draft("Weaves"));
  await olden(slug, "# Brass loom\n\n*Spins*");
  expect(await columns(slug)).toEqual({ html: null, rendererVersion: null });
  const pages = await Promise.all(Array.from({ length: 10 }, () => page(author, slug)));
  expect(new Set(pages)).toEqual(new Set(["<p><em>Spins</em></p>"]));
  expect(await columns(slug)).toEqual({ html: "<p><em>Spins</em></p>", rendererVersion: RENDERER_VERSION });
});

test("rerenders HTML of an older renderer, and keeps that of a newer one", async () => {
  const author = await newPerson();
  const { slug } = await publishBuild(author, draft("*Weaves*"));
  await build.update({ where: { slug }, data: { html: "<p>old</p>", rendererVersion: RENDERER_VERSION - 1 } });
  expect(await page(author, slug)).toBe("<p><em>Weaves</em></p>");
  await build.update({ where: { slug }, data: { html: "<p>new</p>", rendererVersion: RENDERER_VERSION + 1 } });
  expect(await page(author, slug)).toBe("<p>new</p>");
});

test("shows an oversized old readme as plain text, and tries to render it once", async () => {
  const author = await newPerson();
  const { slug } = await publishBuild(author, draft("Weaves"));
  await olden(slug, wideTable);
  expect(await page(author, slug)).toBeNull();
  // The first reader may have given up before the renderer finished.
  await eventually(async () => expect(await columns(slug)).toEqual({ html: null, rendererVersion: RENDERER_VERSION }));
  expect(await page(author, slug)).toBeNull();
});
