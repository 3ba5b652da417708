import { crc32 } from "node:zlib";
import sharp from "sharp";

const solid = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c0392b" } });

export const png = (width = 30, height = 20): Promise<Buffer> => solid(width, height).png().toBuffer();

/** A photograph with orientation, location and author in its metadata. */
export async function photograph(): Promise<Buffer> {
  const bytes = await solid(30, 20)
    .withExif({
      IFD0: { Copyright: "A SECRET", Orientation: "1" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 0/1" },
    })
    .withXmp("<x:xmpmeta xmlns:x='adobe:ns:meta/'>A SECRET</x:xmpmeta>")
    .jpeg()
    .toBuffer();
  turn(bytes);
  return Buffer.concat([bytes, Buffer.from("<script>A SECRET</script>")]);
}

/** Four frames of noise with different durations. */
export function animation(kind: "gif" | "webp"): Promise<Buffer> {
  const frames = Uint8Array.from(
    { length: 30 * 80 * 3 },
    (_value, index) => (index * 7 + Math.floor(index / 1800) * 60) % 256,
  );
  return sharp(frames, { raw: { width: 30, height: 80, channels: 3, pageHeight: 20 } })
    .toFormat(kind, { delay: [80, 90, 100, 110], loop: 3 })
    .toBuffer();
}

/** An APNG: a PNG that says before its pixels how many frames it has. */
export async function animatedPng(frames: number): Promise<Buffer> {
  const still = await png();
  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames);
  const header = still.subarray(0, END_OF_HEADER);
  return Buffer.concat([header, chunk("acTL", control), still.subarray(END_OF_HEADER)]);
}

/** Where a PNG's chunk IHDR ends. */
const END_OF_HEADER = 33;

function chunk(type: string, data: Buffer): Buffer {
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(Buffer.concat([Buffer.from(type), data])));
  return Buffer.concat([length, Buffer.from(type), data, checksum]);
}

/** A WebP with the given number of single-coloured square frames: small as a file, and of any size once decoded. */
export function frames(count: number, side: number): Promise<Buffer> {
  const pixels = Buffer.alloc(count * side * side * 3);
  for (let frame = 0; frame < count; frame += 1)
    pixels.fill((frame * 37) % 256, frame * side * side * 3, (frame + 1) * side * side * 3);
  return sharp(pixels, {
    raw: { width: side, height: count * side, channels: 3, pageHeight: side },
    limitInputPixels: false,
  })
    .webp({ effort: 0 })
    .toBuffer();
}

/** An animation whose header requests a rotation, which none of our encoders writes. */
export async function turnedAnimation(): Promise<Buffer> {
  const bytes = await sharp(await animation("webp"), { animated: true })
    .withExif({ IFD0: { Orientation: "1" } })
    .webp()
    .toBuffer();
  turn(bytes);
  return bytes;
}

/** More pixels than allowed, in a file of a few hundred kilobytes. */
export const bomb = (): Promise<Buffer> => solid(8000, 6251).png({ compressionLevel: 9 }).toBuffer();

/** Writes a quarter turn into the EXIF orientation tag, in either byte order. */
function turn(bytes: Buffer): void {
  const little = bytes.indexOf(Buffer.from("12010300", "hex"));
  const big = bytes.indexOf(Buffer.from("01120003", "hex"));
  if (little > 0) bytes[little + 8] = 6;
  else bytes[big + 9] = 6;
}
