import { renderForSaving } from "@/lib/domain/writing/markdown/rendering";
import type { Cast, Handle } from "./cast";
import type { Person } from "./person";
import type { World } from "./world";
import fs from "node:fs";
import path from "node:path";

/** Publishes the builds, blog posts and news, each on the date in its front matter. Returns how many there are. */
export async function publishDocuments(world: World, cast: Cast): Promise<string> {
  const builds = readDocuments("builds");
  const posts = readDocuments("blog");
  const articles = readDocuments("news");
  for (const document of builds) await publishBuild(world, cast, document);
  for (const document of posts) await publishPost(world, cast.lou, document);
  for (const document of articles) await publishArticle(world, cast.lou, document);
  return `${builds.length} builds, ${posts.length} blog posts, ${articles.length} news articles`;
}

async function publishBuild(world: World, cast: Cast, document: Document): Promise<void> {
  const author = cast[document.field("author") as Handle];
  const price = document.optional("price");
  const publishedAt = dateOf(world, document);
  const id = world.id("build");
  const { likes, comments } = reactionsTo(world, cast, document, author);
  await world.insert("Build", {
    id,
    ...outline(document),
    authorId: author.actor.id,
    categorySlug: document.field("category"),
    readme: document.body,
    ...(await rendered(document, document.field("title"))),
    technologies: document.list("technologies"),
    repoUrl: document.optional("repo"),
    demoUrl: document.optional("demo"),
    price: price === null ? null : Number(price),
    publishedAt,
    updatedAt: publishedAt,
    likesCount: likes.length,
    commentsCount: comments.length,
    viewsCount: 20 * likes.length + world.below(200),
  });
  await world.insert("BuildLike", ...likes.map((like) => ({ buildId: id, ...like })));
  await world.insert("BuildComment", ...comments.map((comment) => ({ buildId: id, ...comment })));
}

/** Returns likes, and the comments of the front matter: `comments: goro Runs on my bench already. | ines The bell!` */
function reactionsTo(world: World, cast: Cast, document: Document, author: Person) {
  const readers = Object.values(cast).filter((person) => person !== author);
  const likes = world.some(readers, 3 + world.below(8)).map((person) => {
    world.pass(3 * 3600);
    return { userId: person.actor.id, createdAt: world.time };
  });
  const comments = document.list("comments", " | ").map((line) => {
    world.pass(5 * 3600);
    const [handle = "", ...words] = line.split(" ");
    return {
      id: world.id("bcm"),
      authorId: cast[handle as Handle].actor.id,
      content: words.join(" "),
      createdAt: world.time,
    };
  });
  return { likes, comments };
}

async function publishPost(world: World, editor: Person, document: Document): Promise<void> {
  const publishedAt = dateOf(world, document);
  await world.insert("BlogPost", {
    id: world.id("blog"),
    ...outline(document),
    authorId: editor.actor.id,
    content: document.body,
    ...(await rendered(document)),
    tags: document.list("tags"),
    publishedAt,
  });
}

async function publishArticle(world: World, editor: Person, document: Document): Promise<void> {
  const publishedAt = dateOf(world, document);
  await world.insert("NewsArticle", {
    id: world.id("news"),
    ...outline(document),
    authorId: editor.actor.id,
    content: document.body,
    ...(await rendered(document)),
    category: document.field("category"),
    featured: document.optional("featured") === "yes",
    sourceTitle: document.field("source"),
    sourceUrl: document.field("url"),
    sourcePublisher: document.field("publisher"),
    createdAt: publishedAt,
    publishedAt,
  });
}

const rendered = ({ slug, body }: Document, title?: string) =>
  renderForSaving({ source: body, title }, { param: slug, name: slug, owner: "seed" });

function outline(document: Document) {
  return { slug: document.slug, title: document.field("title"), description: document.field("description") };
}

/** Returns the date in the front matter: `days: 12` is twelve days before the story ends, in the morning. */
function dateOf(world: World, document: Document): Date {
  world.daysAgo(Number(document.field("days")), "07:30");
  world.pass(3600);
  return world.time;
}

export interface Document {
  slug: string;
  field(name: string): string;
  optional(name: string): string | null;
  list(name: string, separator?: string): string[];
  body: string;
}

/** The markdown files of a folder beside this one. */
export function readDocuments(folder: string): Document[] {
  const directory = path.join(import.meta.dirname, folder);
  return fs
    .readdirSync(directory)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => parse(path.basename(file, ".md"), fs.readFileSync(path.join(directory, file), "utf8")));
}

function parse(slug: string, text: string): Document {
  const [, head = "", body = ""] = /^---\n([^]*?)\n---\n([^]*)$/.exec(text) ?? [];
  const fields = new Map(
    head
      .split("\n")
      .map((line): [string, string] => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
  );
  const optional = (name: string) => fields.get(name) ?? null;
  return {
    slug,
    body: body.trim(),
    optional,
    field(name) {
      const value = optional(name);
      if (value === null) throw new Error(`${slug}.md has no ${name}`);
      return value;
    },
    list: (name, separator = ",") =>
      (optional(name) ?? "")
        .split(separator)
        .map((entry) => entry.trim())
        .filter(Boolean),
  };
}
