import { DAY_MS } from "@/lib/domain/kernel/durations";

/** The largest file that may be uploaded, in bytes (docs/contract.md#media). */
export const MAX_IMAGE_BYTES = 5_242_880;
/** The most pixels of an image, all its frames together (docs/contract.md#media). */
export const MAX_PIXELS = 50_000_000;
/** Our choice: frames of an animation, over half a minute. Each costs time, however small it is. */
export const MAX_FRAMES = 1000;
/** Our choice: bytes of an image once it is re-encoded, which may enlarge one, here up to three times. */
export const MAX_ENCODED_BYTES = 3 * MAX_IMAGE_BYTES;
/** Our choice: code points of an alt text, a long paragraph. */
export const MAX_ALT = 1000;
/** Our choice: width and height of a profile picture in pixels, twice the largest size at which it is shown. */
export const AVATAR_SIDE_PX = 256;
/** The period of the upload quota in bytes; no image's file is removed sooner. */
export const QUOTA_DAY_MS = DAY_MS;
/** How long an unattached image is kept (docs/contract.md#media). */
export const UNATTACHED_LIFETIME_MS = DAY_MS;
/** Our choice: unattached images of one account, many times the four that a post takes. */
export const MAX_UNATTACHED = 100;
/** Our choice: images of one account, however small: each upload sums them up. */
export const MAX_IMAGES = 20_000;

/** Where images are served, before their id. */
export const IMAGE_PATH = "/api/media/";

/** The image formats that may be uploaded, by the bytes that their files begin with. */
const SIGNATURES = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
};

export type ImageKind = keyof typeof SIGNATURES;

/** Detects a file's format from its content, regardless of its name. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 16));
  return (Object.keys(SIGNATURES) as ImageKind[]).find((kind) => SIGNATURES[kind].test(head));
}

/** Whether a PNG has several frames. It says so in a chunk before its pixels. */
export function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [END_OF_SIGNATURE, AROUND_DATA] = [8, 12];
  for (let at = END_OF_SIGNATURE; at + AROUND_DATA <= bytes.length; at += AROUND_DATA + view.getUint32(at)) {
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8));
    if (type === "acTL") return view.getUint32(at + 8) > 1;
    if (type === "IDAT") return false;
  }
  return false;
}

/**
 * Returns where a file is stored: by the day of its upload, so that orphans can be found without listing everything.
 */
export function storageKey(id: string, createdAt: Date): string {
  return `${dayFolder(createdAt)}/${id}`;
}

export function dayFolder(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}

/** Bytes of images that each account of a sandbox may store (docs/contract.md#sandboxes). */
export const SANDBOX_QUOTA = { dailyBytes: 10_000_000, totalBytes: 10_000_000 };
