import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { database } from "@/lib/infra/database/db";
import type { Account } from "@/tests/support/api-accounts";

/** Inserts content that the API only reads; each function returns its slug. */
export async function newBuild({ id: authorId }: Account, at = new Date()): Promise<string> {
  const [id, slug] = [name("build"), name("build")];
  const texts = { title: "A build", description: "Made for a test", readme: "# Hello" };
  await database().prisma.build.create({
    data: {
      id,
      slug,
      authorId,
      categorySlug: "tools",
      ...texts,
      technologies: ["brass"],
      price: 5,
      publishedAt: at,
      updatedAt: at,
    },
  });
  return slug;
}

export async function newBlogPost({ id: authorId }: Account, at = new Date()): Promise<string> {
  const [id, slug] = [name("blog"), name("post")];
  const texts = { title: "A post", description: "Made for a test", content: "# Hello" };
  await database().prisma.blogPost.create({ data: { id, slug, authorId, ...texts, tags: ["test"], publishedAt: at } });
  return slug;
}

export async function newNewsArticle({ id: authorId }: Account, at = new Date()): Promise<string> {
  const [id, slug] = [name("news"), name("article")];
  const texts = { title: "An article", description: "Made for a test", content: "# Hello", category: "contract" };
  const source = { sourceTitle: "Source", sourceUrl: "https://example.com/", sourcePublisher: "Example" };
  await database().prisma.newsArticle.create({
    data: { id, slug, authorId, ...texts, ...source, createdAt: at, publishedAt: at },
  });
  return slug;
}

export async function newImage(): Promise<Blob> {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: { r, g, b } } })
    .png()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: "image/png" });
}

const name = (prefix: string) => `${prefix}_${randomBytes(8).toString("hex")}`;
