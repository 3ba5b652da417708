import { z } from "zod";
import { LEFT_OUT, type LeftOutReason, LIMITS, MAX_ARCHIVE_BYTES, SOURCES } from "./rules";

const source = z.enum(SOURCES);
const count = z.number().int().min(0);

export const newImport = z.strictObject({
  source,
  bytes: z
    .number()
    .int()
    .min(1)
    .max(MAX_ARCHIVE_BYTES, `An archive has at most ${MAX_ARCHIVE_BYTES / 1_000_000} MB`)
    .meta({ description: "The size of the archive." }),
});

/** A form's field is text. */
export const importPart = z.strictObject({ position: z.coerce.number().int().min(0) });

export const importItem = z.object({
  id: z.string(),
  source,
  status: z.enum(["uploading", "waiting", "running", "done", "failed", "undone"]),
  bytes: count,
  receivedBytes: count,
  images: z.object({ done: count, total: count }),
  brought: z.object({ posts: count, comments: count, builds: count, follows: count, images: count }).partial(),
  leftOut: z.partialRecord(z.enum(Object.keys(LEFT_OUT) as [LeftOutReason, ...LeftOutReason[]]), count),
  failure: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  /** Until when it can be undone; null if it cannot. */
  undoableUntil: z.iso.datetime().nullable(),
});

export const importList = z.object({ data: z.array(importItem) });

/** Where an image of the archive was written to: a numbered file. */
const file = z.string().regex(/^\d+$/);
const image = z.object({ id: z.string().optional(), file, alt: z.string() });
const nullableText = z.string().nullable();

/** What all sources make of their archives. Its texts and moments are as a stranger wrote them. */
export const importedAccount = z.object({
  /** What distinguishes its ids from those of other accounts and services. */
  origin: z.string(),
  profile: z.object({ name: z.string(), bio: z.string(), image: file.nullable() }),
  posts: z
    .array(
      z.object({
        id: z.string(),
        content: z.string(),
        warning: nullableText,
        audience: z.enum(["PUBLIC", "FOLLOWERS", "PRIVATE"]),
        createdAt: z.string(),
        editedAt: nullableText,
        pinned: z.boolean(),
        quoteId: nullableText,
        media: z.array(image).max(LIMITS.postImages),
        versions: z.array(
          z.object({
            version: z.number().int().min(1),
            content: z.string(),
            warning: nullableText,
            alts: z.record(z.string(), z.unknown()),
            createdAt: z.string(),
          }),
        ),
      }),
    )
    .max(LIMITS.posts),
  comments: z
    .array(
      z.object({
        id: z.string(),
        postId: z.string(),
        parentId: nullableText,
        content: z.string(),
        createdAt: z.string(),
        editedAt: nullableText,
      }),
    )
    .max(LIMITS.comments),
  follows: z.array(z.string()).max(LIMITS.follows),
  builds: z
    .array(
      z.object({
        id: z.string(),
        title: z.string(),
        description: z.string(),
        readme: z.string(),
        category: z.string(),
        technologies: z.array(z.string()),
        price: z.unknown(),
        repoUrl: z.unknown(),
        demoUrl: z.unknown(),
        publishedAt: z.string(),
        updatedAt: z.string(),
        media: z.array(image.extend({ role: z.enum(["COVER", "SCREENSHOT", "README"]) })),
      }),
    )
    .max(LIMITS.builds),
  leftOut: z.partialRecord(z.enum(Object.keys(LEFT_OUT) as [LeftOutReason, ...LeftOutReason[]]), count),
});

export type NewImport = z.output<typeof newImport>;
export type ImportItem = z.output<typeof importItem>;
export type ImportedAccount = z.output<typeof importedAccount>;
export type LeftOut = ImportedAccount["leftOut"];
export type Brought = ImportItem["brought"];
