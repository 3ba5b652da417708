import { z } from "zod";
import { markdown, text } from "@/lib/domain/kernel/text/schema";
import { ARTICLE_DESCRIPTION, ARTICLE_TITLE, MAX_ARTICLE, MAX_TAG, MAX_TAGS } from "./rules";

const outline = z.object({
  slug: z.string().meta({ example: "how-the-ball-falls" }),
  title: z.string().meta({ example: "How the ball falls" }),
  description: z.string().meta({ example: "Eight rows, two walls, and odds that anybody can check." }),
  date: z.iso.date().meta({ description: "Publication date, in UTC." }),
});
const content = z
  .string()
  .meta({ description: "Markdown.", example: "# How the ball falls\n\nIt starts in the middle." });
const category = z.string().meta({ description: "The category's slug.", example: "tools" });

/** A blog post (docs/contract.md#blog-post-and-news-article). */
export const blogItem = outline
  .extend({ tags: z.array(z.string().meta({ example: "plinko" })) })
  .meta({ id: "BlogItem", description: "A blog post, without its content." });
export const blogPost = blogItem
  .extend({ content })
  .meta({ id: "BlogPost", description: "A blog post with its content." });

/** A news article (docs/contract.md#blog-post-and-news-article). */
export const newsItem = outline
  .extend({ category, featured: z.boolean() })
  .meta({ id: "NewsItem", description: "A news article, without its content." });
export const newsArticle = outline
  .extend({
    category,
    content,
    source: z.object({
      title: z.string().meta({ example: "The physics of a falling ball" }),
      url: z.url().meta({ example: "https://journal.example.com/falling" }),
      publisher: z.string().meta({ example: "The Workshop Journal" }),
    }),
  })
  .meta({ id: "NewsArticle", description: "A news article with its content and source." });

/** A blog post or news article that a search found (docs/contract.md#search). */
export const foundArticle = outline
  .extend({
    kind: z.enum(["blog", "news"]).meta({ description: "Where it is read: `/blog/{slug}` or `/news/{slug}`." }),
  })
  .meta({ id: "FoundArticle", description: "A blog post or news article that a search found." });

export const newsQuery = z.object({
  category: z.string().optional().meta({ description: "Only return articles in this category (a slug)." }),
});

export type BlogItem = z.output<typeof blogItem>;
export type BlogPost = z.output<typeof blogPost>;
export type NewsItem = z.output<typeof newsItem>;
export type FoundArticle = z.output<typeof foundArticle>;
export type NewsArticle = z.output<typeof newsArticle>;

/** A name as it appears in a filter: `Small tools` is `small-tools`. */
const label = (name: string, example: string) =>
  z
    .string()
    .trim()
    .toLowerCase()
    .transform((value) => value.replace(/\s+/g, "-"))
    .pipe(
      z
        .string()
        .regex(/^[\p{L}\p{N}-]+$/u, `${name} is made of letters, digits and dashes`)
        .max(MAX_TAG, `${name} has at most ${MAX_TAG} characters`),
    )
    .meta({ example, override: { minLength: 1, maxLength: MAX_TAG } });

const articleDraft = z.strictObject({
  title: text("A title", ARTICLE_TITLE).meta({ example: "How the ball falls" }),
  description: text("A description", ARTICLE_DESCRIPTION).meta({
    example: "Eight rows, two walls, and odds that anybody can check.",
  }),
  content: markdown("An article", { min: 1, max: MAX_ARTICLE }).meta({
    description: "Markdown.",
    example: "# How the ball falls\n\nIt starts in the middle.",
  }),
});

export const blogDraft = articleDraft
  .extend({ tags: z.array(label("A tag", "plinko")).max(MAX_TAGS, `Give at most ${MAX_TAGS} tags`) })
  .meta({ id: "BlogDraft", description: "What an editor writes of a blog post." });

export const newsDraft = articleDraft
  .extend({
    category: label("A category", "tools"),
    featured: z.boolean().meta({ description: "Whether the list shows it large." }),
    source: z.strictObject({
      title: text("The source's title", { min: 1, max: 200 }).meta({ example: "The physics of a falling ball" }),
      url: z.url({ protocol: /^https?$/, error: "This is not the address of a web page" }).max(500),
      publisher: text("The publisher", { min: 1, max: 100 }).meta({ example: "The Workshop Journal" }),
    }),
    published: z.boolean().meta({ description: "False for a draft." }),
  })
  .meta({ id: "NewsDraft", description: "What an editor writes of a news article." });

export const articleAddress = z
  .object({ slug: z.string().meta({ example: "how-the-ball-falls" }) })
  .meta({ id: "ArticleAddress", description: "Where an article is found." });

export type BlogDraft = z.output<typeof blogDraft>;
export type NewsDraft = z.output<typeof newsDraft>;
export type ArticleAddress = z.output<typeof articleAddress>;
