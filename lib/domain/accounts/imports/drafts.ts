import { createHash } from "node:crypto";
import type { z } from "zod";
import { hasVisibleCharacter, isText, truncate } from "@/lib/domain/kernel/text/characters";
import { IMAGE_PATH, MAX_ALT } from "@/lib/domain/writing/media/rules";
import { MAX_SCREENSHOTS, withoutDuplicates } from "@/lib/domain/writing/builds/rules";
import { buildDraft } from "@/lib/domain/writing/builds/schema";
import { MAX_THREAD_DEPTH } from "@/lib/domain/writing/comments/rules";
import { MAX_CONTENT, MAX_WARNING } from "@/lib/domain/writing/posts/rules";
import { warning as warningSchema } from "@/lib/domain/writing/posts/schema";
import type { BuildImageRole } from "@/lib/infra/prisma/enums";
import { EARLIEST, type LeftOutReason, UNNAMED_WARNING } from "./rules";
import type { ImportedAccount, LeftOut } from "./schema";

// What a stranger wrote becomes what could have been written here: the same bounds, the same characters, moments that
// have been. The functions are pure; what cannot become that is counted.

type Imported<List extends "posts" | "comments" | "builds"> = ImportedAccount[List][number];

export interface PostDraft extends Omit<Imported<"posts">, "createdAt" | "editedAt" | "versions"> {
  createdAt: Date;
  editedAt: Date | null;
  versions: { content: string; warning: string | null; alts: Record<string, string>; createdAt: Date }[];
}

export interface CommentDraft extends Omit<Imported<"comments">, "createdAt" | "editedAt"> {
  createdAt: Date;
  editedAt: Date | null;
}

export type BuildDraft = Pick<
  z.output<typeof buildDraft>,
  "title" | "description" | "readme" | "category" | "technologies" | "price" | "repoUrl" | "demoUrl"
> &
  Pick<Imported<"builds">, "id" | "media"> & { publishedAt: Date; updatedAt: Date };

/** Counts what is left out, by reason. */
export function leaveOut(leftOut: LeftOut, reason: LeftOutReason, count = 1): void {
  if (count > 0) leftOut[reason] = (leftOut[reason] ?? 0) + count;
}

/** Returns what identifies a thing of an archive among all that an account imports. */
export function keyOf(origin: string, kind: string, id: string): string {
  return createHash("sha256")
    .update(JSON.stringify([origin, kind, id]))
    .digest("base64url");
}

/** Returns a text with the characters that text has here, cut off at `max` code points; "" if nothing of it is seen. */
export function fitted(value: string, max: number): string {
  const characters = [...value.replace(/\r\n?/g, "\n")].filter(isText);
  const text = characters.join("").trim();
  if (!hasVisibleCharacter(text)) return "";
  return truncate(text, max);
}

/** Returns a warning that can be shown; one that cannot is replaced, because what is behind it has to stay closed. */
function fittedWarning(value: string | null): string | null {
  if (value === null) return null;
  const { success, data } = warningSchema.safeParse(fitted(value.replace(/\s+/g, " "), MAX_WARNING));
  return success && data !== null ? data : UNNAMED_WARNING;
}

/** Returns a moment that has been; undefined for others. */
function pastMoment(value: string | null, now: Date): Date | undefined {
  const moment = new Date(value ?? "");
  return moment >= EARLIEST && moment <= now ? moment : undefined;
}

const described = <Image extends { alt: string }>(images: readonly Image[]): Image[] =>
  images.map((image) => ({ ...image, alt: fitted(image.alt, MAX_ALT) }));

/** Returns the posts that can be shown here. */
export function draftPosts(posts: ImportedAccount["posts"], now: Date, leftOut: LeftOut): PostDraft[] {
  return posts.flatMap((post) => {
    const createdAt = pastMoment(post.createdAt, now);
    const content = fitted(post.content, MAX_CONTENT);
    if (!createdAt || (content === "" && post.media.length === 0)) {
      leaveOut(leftOut, createdAt ? "texts" : "dates");
      return [];
    }
    const editedAt = pastMoment(post.editedAt, now);
    const isEdited = editedAt !== undefined && editedAt > createdAt;
    const draft = { ...post, content, createdAt, warning: fittedWarning(post.warning), media: described(post.media) };
    return [{ ...draft, editedAt: isEdited ? editedAt : null, versions: isEdited ? draftVersions(post, now) : [] }];
  });
}

function draftVersions({ versions }: Imported<"posts">, now: Date): PostDraft["versions"] {
  return versions
    .toSorted((a, b) => a.version - b.version)
    .flatMap(({ content, warning, alts, createdAt: at }) => {
      const createdAt = pastMoment(at, now);
      if (!createdAt) return [];
      const texts = Object.entries(alts).map(([id, alt]) => [id, fitted(typeof alt === "string" ? alt : "", MAX_ALT)]);
      const alternatives = Object.fromEntries(texts) as Record<string, string>;
      return [
        { content: fitted(content, MAX_CONTENT), warning: fittedWarning(warning), alts: alternatives, createdAt },
      ];
    });
}

/** Returns the comments that can be shown under these posts: oldest first, replies after what they answer. */
export function draftComments(
  comments: ImportedAccount["comments"],
  { postIds, now, leftOut }: { postIds: ReadonlySet<string>; now: Date; leftOut: LeftOut },
): CommentDraft[] {
  const depths = new Map<string, number>();
  const drafts: CommentDraft[] = [];
  // Those of one moment are newest first as well.
  for (const comment of comments.toReversed().toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt))) {
    const createdAt = pastMoment(comment.createdAt, now);
    const content = fitted(comment.content, MAX_CONTENT);
    const threadOf = (id: string) => `${comment.postId} ${id}`;
    const depth = comment.parentId === null ? 0 : depths.get(threadOf(comment.parentId));
    if (!createdAt || content === "") leaveOut(leftOut, createdAt ? "texts" : "dates");
    else if (!postIds.has(comment.postId) || depth === undefined || depth >= MAX_THREAD_DEPTH)
      leaveOut(leftOut, "comments");
    else {
      depths.set(threadOf(comment.id), depth + 1);
      const editedAt = pastMoment(comment.editedAt, now) ?? null;
      drafts.push({ ...comment, content, createdAt, editedAt });
    }
  }
  return drafts;
}

/** Returns the builds that could be published here, in one of these categories. */
export function draftBuilds(
  builds: ImportedAccount["builds"],
  { categories, now, leftOut }: { categories: ReadonlySet<string>; now: Date; leftOut: LeftOut },
): BuildDraft[] {
  return builds.flatMap(({ id, media, publishedAt: published, updatedAt: updated, ...written }) => {
    const { data } = buildDraft.safeParse(written);
    const publishedAt = pastMoment(published, now);
    if (!data || !publishedAt || !categories.has(data.category)) {
      leaveOut(leftOut, "builds");
      return [];
    }
    const images = buildImages(media, data.readme);
    leaveOut(leftOut, "images", media.length - images.length);
    const technologies = withoutDuplicates(data.technologies);
    return [
      { ...data, id, technologies, media: images, publishedAt, updatedAt: pastMoment(updated, now) ?? publishedAt },
    ];
  });
}

/** Returns the images that a build can have: one cover, so many screenshots, and those that its readme shows. */
function buildImages(media: BuildDraft["media"], readme: string): BuildDraft["media"] {
  const of = (role: BuildImageRole) => media.filter((image) => image.role === role);
  const shown = of("README").filter(({ id }) => id !== undefined && readme.includes(`${IMAGE_PATH}${id}`));
  return described([...of("COVER").slice(0, 1), ...of("SCREENSHOT").slice(0, MAX_SCREENSHOTS), ...shown]);
}
