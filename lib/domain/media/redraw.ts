import sharp, { type Sharp } from "sharp";
import { invalid, Refusal } from "@/lib/domain/errors";
import { type ImageKind, imageKind, MAX_PIXELS, PORTRAIT_SIDE } from "./rules";

export interface Picture {
  bytes: Uint8Array;
  contentType: string;
  width: number;
  /** Of one frame. */
  height: number;
}

/**
 * Decodes an upload and draws it anew as what it is: what remains is pixels. Camera data, comments, colour profiles and
 * whatever hides behind the image stay behind; frames, their timing and the way up are kept.
 */
export async function redraw(upload: Uint8Array): Promise<Picture> {
  const kind = imageKind(upload);
  if (!kind) throw new Refusal("unsupported_media_type", "image must be a PNG, JPEG, WebP or GIF file, whatever it is called.");
  const { pixels, frames } = await measure(upload);
  if (pixels > MAX_PIXELS) throw refused(`image has more than ${MAX_PIXELS / 1_000_000} million pixels, its frames taken together`);
  return inTurn(async () => {
    // Frames cannot be turned. Browsers do not turn them either.
    const source = sharp(upload, { ...OPTIONS, limitInputPixels: MAX_PIXELS, autoOrient: frames === 1 });
    const { data, info } = await ENCODERS[kind](source).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer({ resolveWithObject: true }).catch(unreadable);
    return { bytes: data, contentType: `image/${kind}`, width: info.width, height: info.pageHeight ?? info.height };
  });
}

/** The same as one still square of what is most worth seeing, for the place of a face. */
export async function redrawSquare(upload: Uint8Array): Promise<Picture> {
  const { bytes } = await redraw(upload);
  return inTurn(async () => {
    const square = sharp(bytes, { failOn: "error", limitInputPixels: MAX_PIXELS }).resize(PORTRAIT_SIDE, PORTRAIT_SIDE, { fit: "cover", position: "attention" });
    const { data, info } = await square.webp({ quality: 85 }).timeout({ seconds: TIMEOUT_SECONDS }).toBuffer({ resolveWithObject: true }).catch(unreadable);
    return { bytes: data, contentType: "image/webp", width: info.width, height: info.height };
  });
}

const OPTIONS = { animated: true, failOn: "error" } as const;

/** Our choice: the quality of a re-encoding, and as little effort on animations as they bear. */
const ENCODERS: Record<ImageKind, (source: Sharp) => Sharp> = {
  png: (source) => source.png(),
  jpeg: (source) => source.jpeg({ quality: 85 }),
  gif: (source) => source.gif({ effort: 1 }),
  webp: (source) => source.webp({ quality: 85, effort: 2 }),
};

/** Well under the time that a transaction may take. */
const TIMEOUT_SECONDS = 12;

/** Reads the header alone: a small file that unfolds to a huge one is found before it does. */
async function measure(upload: Uint8Array): Promise<{ pixels: number; frames: number }> {
  const { width, height, pages = 1 } = await sharp(upload, { ...OPTIONS, limitInputPixels: false }).metadata().catch(unreadable);
  return { pixels: width * height, frames: pages };
}

function unreadable(error: Error): never {
  if (error.message.startsWith("timeout")) throw refused("image takes too long to draw: send fewer or smaller frames");
  throw new Refusal("unsupported_media_type", "image cannot be read: its file is damaged or cut short.");
}

const refused = (message: string) => invalid([{ param: "image", message }]);

/** Each drawing takes a thread that files and passwords need as well. */
const AT_ONCE = 2;
let drawing = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(draw: () => Promise<T>): Promise<T> {
  if (drawing < AT_ONCE) drawing += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await draw();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else drawing -= 1;
  }
}
