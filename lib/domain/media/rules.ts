/** The largest file that may be uploaded, in bytes (4.7). */
export const MAX_IMAGE_BYTES = 5_242_880;
/** The most pixels an image may have, its frames taken together (decisions.md, Media). */
export const MAX_PIXELS = 50_000_000;
/** Frames of an animation: our choice, half a minute and more. Each costs time, however small it is. */
export const MAX_FRAMES = 1000;
/** Bytes of an image once it is drawn anew: our choice, three times what may be uploaded. */
export const MAX_DRAWN_BYTES = 3 * MAX_IMAGE_BYTES;
/** Code points of an image's description: our choice. */
export const MAX_ALT = 1000;
/** Pixels a side of a person's picture: our choice, twice the largest that it is shown. */
export const PORTRAIT_SIDE = 256;
/** How long an image waits for a post (2.11). */
export const UNATTACHED_LIFETIME_MS = 86_400_000;

/** The kinds of image that may be uploaded, each by the bytes that its files begin with. */
const SIGNATURES = {
  png: /^\x89PNG\r\n\x1a\n/,
  jpeg: /^\xff\xd8\xff/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF[^]{4}WEBP/,
};

export type ImageKind = keyof typeof SIGNATURES;

/** What a file is by its content, whatever it is called. */
export function imageKind(bytes: Uint8Array): ImageKind | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString("latin1");
  return (Object.keys(SIGNATURES) as ImageKind[]).find((kind) => SIGNATURES[kind].test(head));
}

/** Files are kept by the day of their upload, so that what was lost can be found without listing everything. */
export function storageKey(id: string, createdAt: Date): string {
  return `${dayFolder(createdAt)}/${id}`;
}

export function dayFolder(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
