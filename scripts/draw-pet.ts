/** Draws the pet, ten frames of 16 by 16 in a row, and a tile of grass from letters: `npx tsx scripts/draw-pet.ts`. */
import sharp from "sharp";

const NOTHING = ".".repeat(16);

const INK: Record<string, number> = {
  ".": 0x00000000,
  o: 0x3b2618ff, // outline, eye, nose
  b: 0xc07a45ff, // coat
  d: 0x7f4a29ff, // ear, back, tail's tip
  l: 0xf4e2c8ff, // muzzle, chest, paws
  c: 0xd9532fff, // collar
  t: 0xe58f86ff, // tongue
  z: 0x9a8f84ff, // what a sleeper breathes
  g: 0x000000ff, // grass: a mask, the page gives it its green
};

const standing = [
  NOTHING,
  NOTHING,
  "........ooooo...",
  ".......odbbbbo..",
  "......oddbbbbbo.",
  ".oo...oddbobbloo",
  "odo...oddbbblloo",
  "obo...oddbblllo.",
  "obbooooodblllo..",
  ".obddddbbccco...",
  "..obbbbbbblo....",
  "..obbbbbbblo....",
  "..obbbbbbllo....",
];

/** Two strides, with the legs gathered under the body between them. The far legs are in shade. */
const steps = [
  [".obbboddodbbbo..", ".obbo.odo.obbo..", ".ollo.ooo.ollo.."],
  ["..obbboobbbo....", "...oblo.oblo....", "...oolo.oolo...."],
  [".oddobbbbboddo..", ".odo.obobo.odo..", ".ooo.ololo.ooo.."],
  ["..obbboobbbo....", "..oblo.oblo.....", "..oolo.oolo....."],
];

const sitting = [
  NOTHING,
  ".....ooooo......",
  "....odbbbbo.....",
  "...oddbbbbbo....",
  "...oddbobbloo...",
  "...oddbbblloo...",
  "...oddbblllo....",
  "....oodbllo.....",
  "....obcccco.....",
  "...obbbbllo.....",
  "..obbbbbllo.....",
  "..obbbbbblo.....",
  "o.obbobbblo.....",
  "oboobbobblo.....",
  "obbobbbobloo....",
  ".ooolllolllo....",
];

const sleeping = [
  ...Array<string>(8).fill(NOTHING),
  "....ooooo.......",
  "..ooddddboooo...",
  ".obbbbbboddbbo..",
  ".obbbbbboddbbbo.",
  "obbbbbbboddoblo.",
  "obbbobbbcodbllo.",
  "oddbbobbcclllloo",
  ".ooooooolllooo..",
];

const frames = [
  ...steps.map((legs, i) => (i % 2 === 0 ? [...standing, ...legs] : raised([...standing, ...legs]))),
  sitting,
  changed(sitting, {
    11: "o.obbbbbblo.....",
    12: "oboobobbblo.....",
    13: ".obobbobblo.....",
    14: "..oobbbobloo....",
    6: "...oddbblltoo...",
    7: "....oodbltto....",
  }),
  changed(sleeping, { 4: "............zz..", 5: ".............z..", 6: ".............zz." }),
  changed(sleeping, {
    1: "...........zzzz.",
    2: ".............z..",
    3: "............z...",
    4: "...........zzzz.",
    8: NOTHING,
    9: "...oooooooooo...",
    10: "..obddddoddbbo..",
    11: ".obbbbbboddbbbo.",
  }),
  [NOTHING, ...standing, "..obblooobblo...", "..ooolo.ooolo..."],
  [...standing.slice(1), ".obbboooobbbo...", "oblo.....oblo...", "oolo.....oolo...", NOTHING],
];

const grass = [
  "....g.......................g...",
  ".g..g......g.......g........g..g",
  ".g.gg.g...gg...g...g..g..g.gg..g",
  "gg.gggg.g.ggg.gg.gggg.gg.gggg.gg",
  "gggggggggggggggggggggggggggggggg",
];

await save(frames, "public/pet/dog.png");
await save([grass], "public/pet/grass.png");

/** Writes pictures of one size to a file, side by side. */
function save(pictures: string[][], file: string) {
  const height = pictures[0]?.length ?? 0;
  const width = pictures[0]?.[0]?.length ?? 0;
  const raw = Buffer.alloc(width * height * pictures.length * 4);
  pictures.forEach((rows, i) => {
    if (rows.length !== height || rows.some((row) => row.length !== width))
      throw new Error(`Picture ${i} of ${file} is not ${width} by ${height}.`);
    rows.forEach((row, y) =>
      [...row].forEach((letter, x) => {
        const colour = INK[letter];
        if (colour === undefined) throw new Error(`Picture ${i} of ${file} uses "${letter}", which has no colour.`);
        raw.writeUInt32BE(colour, ((y * pictures.length + i) * width + x) * 4);
      }),
    );
  });
  return sharp(raw, { raw: { width: width * pictures.length, height, channels: 4 } })
    .png({ palette: true })
    .toFile(file);
}

/** The same drawing one pixel higher, with its feet unmoved. */
function raised(rows: string[]) {
  return [...rows.slice(1, 13), rows[12] ?? "", ...rows.slice(13)];
}

function changed(rows: string[], instead: Record<number, string>) {
  return rows.map((row, y) => instead[y] ?? row);
}
