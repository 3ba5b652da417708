/** Draws the home-screen icons from app/icon.svg. Run it after changing the mark: `npx tsx scripts/draw-icons.ts`. */
import { readFile } from "node:fs/promises";
import sharp from "sharp";

const tile = await readFile("app/icon.svg", "utf8");
/** Operating systems round the corners themselves, and may crop a tenth on each side of a maskable icon. */
const square = tile.replace(' rx="8"', "");
const roomy = square
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"');

await draw(square, 180, "app/apple-icon.png");
await draw(tile, 192, "public/icon-192.png");
await draw(tile, 512, "public/icon-512.png");
await draw(roomy, 512, "public/icon-maskable-512.png");

function draw(svg: string, size: number, file: string) {
  return sharp(Buffer.from(svg), { density: (72 * size) / 32 })
    .resize(size, size)
    .png({ palette: true })
    .toFile(file);
}
