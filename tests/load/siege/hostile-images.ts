import { randomBytes } from "node:crypto";
import sharp from "sharp";

/** The most expensive permitted animation to decode: 49 different frames of a million pixels. */
export async function animatedWebp(): Promise<Buffer> {
  const [side, frames, seeds, grain] = [1000, 49, 7, 16];
  const small = Math.ceil(side / grain);
  const noise = () =>
    sharp(randomBytes(small * small * 3), { raw: { width: small, height: small, channels: 3 } })
      .resize(side, side)
      .raw()
      .toBuffer();
  const drawn = await Promise.all(Array.from({ length: seeds }, noise));
  const strip = Buffer.concat(Array.from({ length: frames }, (_, frame) => drawn[frame % seeds]!));
  return sharp(strip, {
    raw: { width: side, height: side * frames, channels: 3, pageHeight: side },
    limitInputPixels: false,
  })
    .webp({ quality: 1, effort: 0 })
    .toBuffer();
}

const oneColour = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "teal" }, limitInputPixels: false });

/** A GIF whose header declares 65,535 by 65,535 pixels, with an empty frame. */
const HUGE_GIF = Buffer.concat([
  Buffer.from("GIF89a"),
  Buffer.from([0xff, 0xff, 0xff, 0xff, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]),
  Buffer.from([0x2c, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0, 2, 2, 0x44, 1, 0, 0x3b]),
]);

export const dot = () => oneColour(30, 20).png().toBuffer();

export async function bombs(): Promise<Buffer[]> {
  return [
    await oneColour(7000, 7000).png({ compressionLevel: 9 }).toBuffer(),
    await oneColour(49_000, 1000)
      .webp({ lossless: true, effort: 0 })
      .toBuffer()
      .catch(() => HUGE_GIF),
    await oneColour(7000, 7000).jpeg({ progressive: true }).toBuffer(),
    HUGE_GIF,
  ];
}

/** 5 MB that cannot be compressed further, for public URLs. */
export async function noise(): Promise<Buffer> {
  const side = 1280;
  return sharp(randomBytes(side * side * 3), { raw: { width: side, height: side, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}
