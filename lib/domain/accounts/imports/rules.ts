import { DAY_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { MAX_BUILDS } from "@/lib/domain/writing/builds/rules";
import { MAX_ENCODED_BYTES } from "@/lib/domain/writing/media/rules";
import { MAX_CONTENT, MAX_MEDIA } from "@/lib/domain/writing/posts/rules";
import { MAX_FOLLOWING } from "@/lib/domain/people/graph/rules";

/** The services whose archives can be brought. Each is one module of sources/. */
export const SOURCES = ["pegboard", "mastodon", "x", "bluesky"] as const;

/** The largest archive that an account can bring, in bytes. */
export const MAX_ARCHIVE_BYTES = 200_000_000;
/** An archive is sent in parts of this size, the last one shorter: hosts cap bodies, and no process holds it whole. */
export const PART_BYTES = 4_194_304;
/** Our choice: bytes of all archives that wait on a deployment. */
export const MAX_WAITING_BYTES = 20_000_000_000;

/** For how long an import can be undone. */
export const UNDO_MS = 30 * DAY_MS;
/** How long an archive is kept at most, whatever becomes of it. */
export const ARCHIVE_KEPT_MS = DAY_MS;
/** Our choice: how long an account is told what became of an import. */
export const IMPORT_RETENTION_MS = 90 * DAY_MS;
/** Our choice: imports that are listed. */
export const LISTED = 20;

/** For how long a worker has an import unless it says that it still works on it. */
export const LEASE_MS = 2 * MINUTE_MS;
/** A worker may die with an import, or because of it. */
export const MAX_ATTEMPTS = 3;

/** What is read of an archive at most. Our choices, but for what other modules bound. */
export const LIMITS = {
  files: 20_000,
  /** Of all files together, once they are unpacked. */
  bytes: 1_000_000_000,
  /** Of a file that is parsed. */
  textBytes: 64_000_000,
  imageBytes: MAX_ENCODED_BYTES,
  /** Of all images, which are unpacked together. Pictures hardly compress: honest ones take what the archive does. */
  imagesBytes: 2 * MAX_ARCHIVE_BYTES,
  /** Of a file that has blocks instead of files. */
  blocks: 500_000,
  /** UTF-16 units of what is passed to the server, as JSON: it is read in the process that serves. */
  result: 20_000_000,
  posts: 5_000,
  /** Earlier versions of all posts. */
  versions: 10_000,
  /** Code points of a post. */
  content: MAX_CONTENT,
  images: 1_000,
  postImages: MAX_MEDIA,
  comments: 10_000,
  follows: MAX_FOLLOWING,
  builds: MAX_BUILDS,
};
export type Limits = typeof LIMITS;

/** No service of today has posts of before. */
export const EARLIEST = new Date("2000-01-01T00:00:00Z");

/** What a warning says that its source does not put in words. */
export const UNNAMED_WARNING = "Sensitive content";

/** Why an archive is not imported, as a sentence for whoever brought it. */
export const PROBLEMS = {
  not_an_archive: "This is not an archive, or it was cut short. Download it again, and choose the file as it is.",
  other_source: "This is not an archive of the service that you chose.",
  damaged: "A file in the archive is damaged. Download it again.",
  malformed: "A file in the archive is not as the service writes it.",
  changed: "The archive was changed after it was made, so nothing of it was imported. Download it again.",
  unsigned: "This archive was made before archives were signed. Download a new one from your other Pegboard.",
  newer_version: "This archive is from a newer Pegboard than this one.",
  unsafe_names: "The archive has files with names that no service gives them.",
  unreadable_files: "The archive has files that are encrypted, or compressed in an unusual way.",
  too_many_files: `The archive has more than ${LIMITS.files.toLocaleString("en")} files.`,
  expands: "The archive unpacks to far more than it should.",
  file_too_large: `A file of text in the archive is larger than ${LIMITS.textBytes / 1_000_000} MB.`,
  too_much_work: "The archive takes too much time or memory to read.",
  expired: "The archive did not arrive as a whole within a day, or could not be read in that time.",
  barred: "Your account may not post at the moment.",
} as const;
export type Problem = keyof typeof PROBLEMS;

/** What is left out of an import, before a number. */
export const LEFT_OUT = {
  already: "Here already",
  beyond: "Beyond what one import takes",
  reposts: "Reposts of other people’s posts",
  replies: "Replies to other people’s posts",
  direct: "Direct messages",
  others: "Written by somebody else",
  dates: "With a date in the future, or none",
  texts: "Without text or pictures that can be shown",
  images: "Pictures that could not be read, or were too many",
  videos: "Videos and sounds",
  comments: "Comments on what is not in the archive",
  follows: "People who are not here under the same handle",
  builds: "Builds without a category here, or too many",
} as const;
export type LeftOutReason = keyof typeof LEFT_OUT;

/** Whether an import can be undone. */
export function isUndoable({ status, finishedAt }: { status: string; finishedAt: Date | null }, now: Date): boolean {
  return status === "done" && finishedAt !== null && now.getTime() - finishedAt.getTime() < UNDO_MS;
}

/** Returns the size of a part of an archive. */
export function partBytes(bytes: number, position: number): number {
  return Math.min(PART_BYTES, bytes - position * PART_BYTES);
}

/** Returns where a part of an archive is stored. */
export const partKey = (importId: string, position: number): string => `${archiveFolder(importId)}/${position}`;
export const archiveFolder = (importId: string): string => `archives/${importId}`;
/** Returns where the images of an import are stored: apart from uploads, of which those without a row are removed. */
export const imageFolder = (importId: string): string => `imports/${importId}`;
