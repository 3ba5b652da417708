import { invalid, DomainError } from "@/lib/domain/kernel/errors";
import { JobError, type JobFailure } from "@/lib/infra/process/job-errors";
import { type RunOptions, sharedPool } from "@/lib/infra/process/pool";
import {
  AVATAR_SIDE_PX,
  type ImageKind,
  imageKind,
  isAnimatedPng,
  MAX_ENCODED_BYTES,
  MAX_FRAMES,
  MAX_PIXELS,
} from "./rules";

export interface EncodedImage {
  bytes: Uint8Array;
  contentType: string;
  width: number;
  height: number;
}

/** The input and result of lib/domain/writing/media/encode-image.mjs. */
interface Job {
  upload: Uint8Array;
  kind: ImageKind;
  /** One still square of this side instead. */
  side?: number;
  /** One still picture within a square of this side instead, never enlarged. */
  within?: number;
  maxPixels: number;
  maxFrames: number;
  maxBytes: number;
}

type Problem = "unreadable" | "animated PNG" | "too many pixels" | "too many frames" | "too large";

/**
 * Decodes an upload and encodes it again in the same format, so that only pixels remain: camera data, comments, colour
 * profiles and anything hidden behind the image are dropped; frames, their timing and the orientation are kept. An
 * animated PNG is rejected, because the library reads one frame of it.
 */
export function reencode(upload: Uint8Array, options: RunOptions): Promise<EncodedImage> {
  return encode(upload, options);
}

/** Encodes an upload as one still square around its most interesting part, for a profile picture. */
export function reencodeSquare(upload: Uint8Array, options: RunOptions): Promise<EncodedImage> {
  return encode(upload, options, { side: AVATAR_SIDE_PX });
}

/** Encodes a picture of somebody else's page as one still WebP within `within` pixels either way. */
export function reencodeWithin(
  picture: Uint8Array,
  { within, maxBytes, ...options }: RunOptions & { within: number; maxBytes: number },
): Promise<EncodedImage> {
  return encode(picture, options, { within, maxBytes });
}

/**
 * Fifty million pixels take 1-6 s on an idle machine, and up to 760 MB. `timeoutMs` is wall-clock time: a
 * busy machine encodes more slowly, which is not the image's fault. encode-image.mjs limits the processor time.
 */
const POOL = {
  name: "images",
  script: "lib/domain/writing/media/encode-image.mjs",
  size: 2,
  maxQueued: 24,
  maxQueuedPerOwner: 8,
  timeoutMs: 40_000,
  maxWaitMs: 20_000,
  maxMemoryMb: 1024,
};

async function encode(
  upload: Uint8Array,
  options: RunOptions,
  still: Partial<Pick<Job, "side" | "within" | "maxBytes">> = {},
): Promise<EncodedImage> {
  const kind = imageKind(upload);
  if (!kind) throw unsupported("must be a PNG, JPEG, WebP or GIF file, whatever it is called.");
  const { side, within, maxBytes = MAX_ENCODED_BYTES } = still;
  const isStill = side !== undefined || within !== undefined;
  if (kind === "png" && !isStill && isAnimatedPng(upload)) throw PROBLEMS["animated PNG"]();
  const job: Job = { upload, kind, side, within, maxPixels: MAX_PIXELS, maxFrames: MAX_FRAMES, maxBytes };
  const encoded = await sharedPool<Job, EncodedImage | { problem: Problem }>(POOL).run(job, options).catch(endedByJob);
  if ("problem" in encoded) throw PROBLEMS[encoded.problem]();
  return encoded;
}

const PROBLEMS: Record<Problem, () => DomainError> = {
  unreadable: () => unsupported("cannot be read: its file is damaged or cut short."),
  "animated PNG": () => invalidImage("is an animated PNG, which would stop moving: send a GIF or WebP"),
  "too many pixels": () =>
    invalidImage(`has more than ${MAX_PIXELS / 1_000_000} million pixels, its frames taken together`),
  "too many frames": () => invalidImage(`has more than ${MAX_FRAMES} frames`),
  "too large": () => invalidImage("is too large once it is drawn: send fewer or smaller frames"),
};

const FAILURE_ERRORS: Partial<Record<JobFailure, () => DomainError>> = {
  "timed-out": () => invalidImage("takes too long to draw: send fewer or smaller frames"),
  "out-of-memory": () => invalidImage("takes too much memory to draw: send fewer or smaller frames"),
  crashed: PROBLEMS.unreadable,
};

function endedByJob(error: unknown): never {
  throw (error instanceof JobError && FAILURE_ERRORS[error.reason]?.()) || error;
}

const invalidImage = (what: string) => invalid([{ param: "image", message: `image ${what}` }]);
const unsupported = (what: string) => new DomainError("unsupported_media_type", `image ${what}`);
