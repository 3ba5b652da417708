import { readFile } from "node:fs/promises";
import path from "node:path";

/**
 * The product's two families, each at the one weight that a card needs, cut from @fontsource-variable's files (SIL Open
 * Font License): what draws cards reads neither WOFF2 nor variable fonts.
 */
const FILES = [
  { name: "Bricolage", file: "bricolage.ttf" },
  { name: "Bricolage", file: "bricolage-ext.ttf" },
  { name: "Instrument", file: "instrument.ttf" },
  { name: "Instrument", file: "instrument-ext.ttf" },
];

let fonts: Promise<{ name: string; data: Buffer }[]> | undefined;

export function cardFonts() {
  return (fonts ??= Promise.all(FILES.map(async ({ name, file }) => ({ name, data: await readFile(path.join(process.cwd(), "app/cards", file)) }))));
}

/** Without the signs that these fonts lack: looking for another font would mean asking the network. */
export function drawable(text: string): string {
  return text.replace(/[^\p{Script=Latin}\p{P}\p{N}\p{M}\p{Z}+<>=|~^$€£¥©®°×÷]/gu, "").replace(/\s+/g, " ").trim();
}
