import { z } from "zod";
import { content } from "@/lib/domain/writing/posts/schema";
import { markdown, text, visibleLine } from "@/lib/domain/kernel/text/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import { altText, attachedMedia, mediaId } from "@/lib/domain/writing/media/schema";
import {
  BUILD_DESCRIPTION,
  BUILD_TITLE,
  MAX_PRICE,
  MAX_README,
  MAX_SCREENSHOTS,
  MAX_TECHNOLOGIES,
  MAX_TECHNOLOGY,
} from "./rules";

const count = z.number().int().min(0);

const outline = z.object({
  slug: z.string().meta({ example: "brass-abacus" }),
  title: z.string().meta({ example: "Brass abacus" }),
  description: z.string().meta({ example: "A desk abacus that talks to your calendar." }),
  author: person,
  technologies: z.array(z.string().meta({ example: "TypeScript" })),
  metrics: z.object({ likes: count, comments: count, views: count }),
  cover: attachedMedia.nullable().meta({ description: "Its picture. Null if it has none.", example: null }),
});

/** A listed build (docs/contract.md#build). */
export const buildItem = outline
  .extend({
    price: z.number().int().min(0).nullable().meta({ description: "In coins. Null means free.", example: 40 }),
    publishedAt: z.iso.datetime(),
  })
  .meta({ id: "BuildItem", description: "A build in the marketplace." });

/** A single build (docs/contract.md#build). */
export const build = outline
  .extend({
    readme: z.string().meta({ description: "Markdown.", example: "# Brass abacus\n\nTurn a bead, move a meeting." }),
    repoUrl: z.url().nullable().meta({ example: "https://git.example.com/ada/brass-abacus" }),
    demoUrl: z.url().nullable().meta({ example: null }),
    screenshots: z.array(attachedMedia).meta({ description: `Up to ${MAX_SCREENSHOTS} more pictures.`, example: [] }),
  })
  .meta({ id: "Build", description: "A build with its readme." });

export const buildQuery = z.object({ category: z.string().optional().meta({ description: "A category's slug." }) });

const category = z.object({ slug: z.string().meta({ example: "tools" }), name: z.string().meta({ example: "Tools" }) });

export const categoryList = z
  .object({ data: z.array(category) })
  .meta({ id: "BuildCategories", description: "The categories that builds are published in." });

export type BuildItem = z.output<typeof buildItem>;
export type Build = z.output<typeof build>;
export type CategoryList = z.output<typeof categoryList>;

/** Moderators hid it from everybody except its author. */
const hidden = z.boolean().optional();

export const catalogueBuild = buildItem.extend({ category, hidden });

const buildPage = build.extend({
  category: catalogueBuild.shape.category,
  price: buildItem.shape.price,
  /** Safe to embed as it is; null if the readme is to be shown as plain text. */
  readmeHtml: z.string().nullable(),
  publishedAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  hidden,
  viewer: z.object({ own: z.boolean(), liked: z.boolean(), bought: z.boolean() }),
});

export const catalogueQuery = buildQuery.extend({ technology: z.string().optional(), handle: z.string().optional() });

const webAddress = z
  .url({ protocol: /^https?$/, error: "This is not the address of a web page" })
  .max(500)
  .nullable();

const price = z
  .number()
  .int("A price is a whole number of coins")
  .min(1)
  .max(MAX_PRICE, `A price is at most ${MAX_PRICE} coins`);

const image = z.strictObject({ id: mediaId, alt: altText });

export const buildDraft = z
  .strictObject({
    title: visibleLine("A title", BUILD_TITLE).meta({ example: "Brass abacus" }),
    description: text("A description", BUILD_DESCRIPTION).meta({
      example: "A desk abacus that talks to your calendar.",
    }),
    category: z
      .string()
      .min(1, "Choose a category")
      .meta({ description: "A category's slug, one of `GET /api/v1/categories`.", example: "tools" }),
    technologies: z
      .array(
        visibleLine("A technology's name", { min: 1, max: MAX_TECHNOLOGY }).meta({
          example: "TypeScript",
          override: { minLength: 1, maxLength: MAX_TECHNOLOGY },
        }),
      )
      .max(MAX_TECHNOLOGIES, `Name at most ${MAX_TECHNOLOGIES} technologies`),
    price: price.nullable().meta({ description: "In coins. Null means free.", example: 40 }),
    repoUrl: webAddress,
    demoUrl: webAddress,
    cover: image.nullable().optional().meta({
      description:
        "An image from `POST /api/v1/images`, or the build's own. Left out, the cover stays; null removes it.",
      example: null,
    }),
    screenshots: z
      .array(image)
      .max(MAX_SCREENSHOTS, `A build has at most ${MAX_SCREENSHOTS} screenshots`)
      .optional()
      .meta({ description: "Such images, in their order. Left out, the screenshots stay.", example: [] }),
    readme: markdown("A readme", { min: 1, max: MAX_README }).meta({
      description:
        "Markdown. Your images from `POST /api/v1/images` that it shows, as `![…](/api/media/{id})`, belong to the build.",
      example: "# Brass abacus\n\nTurn a bead, move a meeting.",
    }),
  })
  .meta({ id: "BuildDraft", description: "What an author writes of a build." });

/** A comment on a build. `mentions` is as in a timeline post; a comment that was just created has none. */
export const buildComment = z
  .object({
    id: z.string().meta({ example: "bcm_0VhQ3kTzAbCdEfGhIjKlMn" }),
    content: z.string().meta({ example: "Lovely hinges." }),
    mentions: z
      .record(z.string(), z.string())
      .nullish()
      .meta({ description: "Whom it mentions: the handle as written, and its owner's current handle.", example: null }),
    createdAt: z.iso.datetime(),
    hidden: hidden.meta({ description: "Whether moderators hid it from everybody but its author.", example: false }),
    author: person,
  })
  .meta({ id: "BuildComment", description: "A comment on a build." });
export const newBuildComment = z.strictObject({ content }).meta({ id: "NewBuildComment" });
export const purchase = z.strictObject({ price });
export const buildAddress = z
  .object({ slug: z.string().meta({ example: "brass-abacus" }) })
  .meta({ id: "BuildAddress", description: "Where a build is found." });
export const soldBuild = z.object({ newBalance: count });

export type CatalogueBuild = z.output<typeof catalogueBuild>;
export type BuildPage = z.output<typeof buildPage>;
export type CatalogueQuery = z.output<typeof catalogueQuery>;
export type BuildDraft = z.output<typeof buildDraft>;
export type BuildComment = z.output<typeof buildComment>;
