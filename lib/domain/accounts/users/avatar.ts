import { type Context, inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { releaseMedia } from "@/lib/domain/writing/media/commands";
import { reencodeSquare } from "@/lib/domain/writing/media/reencode";
import { IMAGE_PATH } from "@/lib/domain/writing/media/rules";
import { keepAvatar, type StoredImage, storeImage } from "@/lib/domain/writing/media/upload";
import { readAccount } from "./account";
import { imageUrl } from "./present";
import { HANDLE } from "./rules";

/** Draws a rubber band on a small pegboard, mirrored. The same seed always gives the same picture. */
export function avatarSvg(seed: string): string {
  const pick = chooser(seed);
  const { board, peg, band } = PALETTES[pick(PALETTES.length)] ?? PALETTES[0];
  const outline = mirrored(pick);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">`,
    `<rect width="96" height="96" fill="${board}"/>`,
    `<g fill="${peg}">${PEGS.map(([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="2.2"/>`).join("")}</g>`,
    `<path d="${path(outline)}" fill="${band}" fill-opacity=".34" stroke="${band}" stroke-width="4.5" stroke-linejoin="round"/>`,
    `<g fill="${peg}">${outline.map(([x, y]) => `<circle cx="${at(x)}" cy="${at(y)}" r="3.1"/>`).join("")}</g>`,
    `</svg>`,
  ].join("");
}

type Peg = readonly [x: number, y: number];
type Pick = (below: number) => number;

const SIDE = 5;
const MIDDLE = 2;
const PEGS: readonly Peg[] = Array.from({ length: SIDE * SIDE }, (_, i) => [i % SIDE, Math.floor(i / SIDE)]);

/** No gold, which stands for coins. */
const PALETTES = [
  { board: "#8f3f26", peg: "#f6dccb", band: "#ffd0b0" },
  { board: "#4d5a3a", peg: "#dfe6cc", band: "#e4f0b8" },
  { board: "#35565e", peg: "#cfe3e4", band: "#b9eef0" },
  { board: "#5d4068", peg: "#e8d6ea", band: "#f3c4ef" },
  { board: "#3d4a6d", peg: "#d5dcf0", band: "#c0d2ff" },
  { board: "#7a3a4b", peg: "#f3d5da", band: "#ffc2cc" },
  { board: "#e3cdb5", peg: "#8b6a4b", band: "#b5492c" },
  { board: "#c9d3bb", peg: "#6d7a58", band: "#4a6b3c" },
  { board: "#c6d5d8", peg: "#5f7b82", band: "#2c6474" },
  { board: "#dcc8d6", peg: "#866a80", band: "#7c3f74" },
] as const satisfies readonly { board: string; peg: string; band: string }[];

/** Builds the left edge from top to bottom, and its mirror image back up. */
function mirrored(pick: Pick): Peg[] {
  const rows = SHAPES[pick(SHAPES.length)] ?? SHAPES[0];
  const left = rows.map((y, i): Peg => [i === 0 || i === rows.length - 1 ? pick(3) : pick(2), y]);
  const right = left.filter(([x]) => x !== MIDDLE).map(([x, y]): Peg => [SIDE - 1 - x, y]);
  return [...left, ...right.reverse()];
}

/** The rows in which the band bends. */
const SHAPES = [
  [0, 2, 4],
  [0, 1, 4],
  [0, 3, 4],
  [0, 1, 2, 4],
  [0, 2, 3, 4],
  [0, 1, 2, 3, 4],
] as const satisfies readonly (readonly number[])[];

function path(outline: readonly Peg[]) {
  return `M${outline.map(([x, y]) => `${at(x)} ${at(y)}`).join("L")}Z`;
}

/** The pegs avoid the area outside the circle to which the picture is usually cropped. */
function at(step: number) {
  return 21 + step * 13.5;
}

/** FNV-1a seeds a xorshift generator, so that similar seeds give very different pictures. */
function chooser(seed: string): Pick {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193);
  state ||= 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** Draws the default picture of a handle, whether or not anybody has it. */
export async function drawAvatar(_ctx: VisitorContext, { handle }: { handle: string }) {
  const seed = handle.toLowerCase();
  if (!HANDLE.pattern.test(seed)) throw notFound();
  return { contentType: "image/svg+xml", isPublic: true, bytes: new TextEncoder().encode(avatarSvg(seed)) };
}

export async function prepareAvatar(ctx: Context, { file }: { file: { bytes: Uint8Array } }): Promise<StoredImage> {
  return storeImage(ctx, await reencodeSquare(file.bytes, { owner: ctx.actor.id, signal: ctx.signal }));
}

export function setAvatar(ctx: Context, _input: unknown, square: StoredImage): Promise<{ image: string }> {
  return inTransaction(ctx, async (tx) => {
    await keepAvatar(tx, square);
    return showAs(tx, `${IMAGE_PATH}${square.id}`);
  });
}

export function removeAvatar(ctx: Context): Promise<{ image: string }> {
  return inTransaction(ctx, (tx) => showAs(tx, null));
}

async function showAs(tx: Context, image: string | null): Promise<{ image: string }> {
  await lockActor(tx);
  const { id } = tx.actor;
  const before = await readAccount(tx, id);
  if (before.image?.startsWith(IMAGE_PATH)) await releaseMedia(tx, { ids: [before.image.slice(IMAGE_PATH.length)] });
  await write(tx, "users.setImage")`UPDATE "User" SET image = ${image} WHERE id = ${id}`;
  return { image: imageUrl({ handle: tx.actor.handle, image }) };
}
