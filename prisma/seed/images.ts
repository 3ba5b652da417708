import sharp from "sharp";

export interface Picture {
  alt: string;
  pixels: string;
}

const COLOURS: Record<string, string> = {
  ".": "#f6efe2",
  k: "#3a2a1f",
  b: "#b5492c",
  y: "#ffd27a",
  o: "#ef8f3c",
  s: "#cfc3ae",
  g: "#6f8f4a",
  d: "#4c6633",
};
const SIDE = 16;
const SCALE = 40;

export const OVEN: Picture = {
  alt: "Pixel art of a brick-red baker’s oven with two round eyes. Its glowing window is a wide, slightly worried mouth.",
  pixels: `
................
....s....s......
...s....s....s..
....s....s......
.kkkkkkkkkkkkkk.
.kbbbbbbbbbbbbk.
.kbkkbbbbbbkkbk.
.kbkkbbbbbbkkbk.
.kbbbbbbbbbbbbk.
.kbkkkkkkkkkkbk.
.kbkyyoyyoyykbk.
.kbkyoooyoookbk.
.kbkkkkkkkkkkbk.
.kbbbbbbbbbbbbk.
.kkkkkkkkkkkkkk.
..kk........kk..`,
};

export const NEWT: Picture = {
  alt: "Pixel art of a small green newt in profile, eleven pixels long. It looks back over its shoulder, disappointed.",
  pixels: `
................
................
................
................
................
................
..ggg...........
.gkggg..........
.ggggggdgdgd....
..dggggggggggg..
...ggggggggg.gg.
..g.g....g.g..g.
.gg.gg..gg.gg...
................
................
................`,
};

/** Draws a picture as a PNG, with every pixel as a square with hard edges. */
export async function draw({ pixels }: Picture): Promise<Buffer> {
  const raw = Buffer.from(
    [...pixels.replaceAll("\n", "")].flatMap((pixel) => [
      ...Buffer.from((COLOURS[pixel] ?? "#000000").slice(1), "hex"),
    ]),
  );
  return sharp(raw, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .resize(SIDE * SCALE, SIDE * SCALE, { kernel: "nearest" })
    .png()
    .toBuffer();
}
