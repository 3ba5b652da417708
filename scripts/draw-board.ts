/** Draws components/plinko/board.svg, the parts of the board that stay still: `npx tsx scripts/draw-board.ts`. */
import { writeFile } from "node:fs/promises";
import {
  BIN_FLOOR,
  BIN_TOP,
  BIN_WIDTH,
  binX,
  HEIGHT,
  HOPPER,
  PEG_RADIUS,
  PEGS,
  rowY,
  WALL_ROWS,
} from "@/components/plinko/layout";
import { PALETTE } from "@/components/plinko/palette";
import { BINS } from "@/lib/domain/play/coins/plinko";

const UNIT = 1000;
const HOLE_GAP = UNIT / 20;
const HOLE_GAP_Y = px(rowY(1) - rowY(0)) / 2;
const HOLES_TOP = px(rowY(0)) - 3.5 * HOLE_GAP_Y;
const RAIL = 13;

const parts = [
  ...definitions(),
  shape("rect", { width: UNIT, height: px(HEIGHT), fill: "url(#wood)" }),
  shape("rect", {
    x: HOLE_GAP / 2,
    y: HOLES_TOP,
    width: UNIT - HOLE_GAP,
    height: 17 * HOLE_GAP_Y,
    fill: "url(#holes)",
  }),
  ...hopper(),
  ...WALL_ROWS.flatMap(wallRails),
  ...bins(),
  ...PEGS.map(({ x, y }) => shape("use", { href: "#peg", x: px(x), y: px(y) })),
];
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${UNIT} ${px(HEIGHT)}">\n${parts.join("\n")}\n</svg>\n`;
await writeFile("components/plinko/board.svg", svg);

function px(share: number): number {
  return Math.round(share * UNIT * 10) / 10;
}

function shape(name: string, attributes: Record<string, string | number>, ...children: string[]): string {
  const written = Object.entries(attributes).map(([attribute, value]) => ` ${attribute}="${value}"`);
  return `<${name}${written.join("")}${children.length > 0 ? `>${children.join("")}</${name}>` : "/>"}`;
}

function definitions(): string[] {
  const stop = (offset: number, color: string, opacity = 1) =>
    shape("stop", { offset, "stop-color": color, ...(opacity < 1 && { "stop-opacity": opacity }) });
  const radius = px(PEG_RADIUS);
  return [
    "<defs>",
    shape("linearGradient", { id: "wood", x2: 0, y2: 1 }, stop(0, PALETTE.woodLight), stop(1, PALETTE.woodDark)),
    shape(
      "radialGradient",
      { id: "brass", cx: 0.36, cy: 0.3, r: 0.75 },
      stop(0, PALETTE.brassLight),
      stop(0.45, PALETTE.brass),
      stop(1, PALETTE.brassDark),
    ),
    shape("linearGradient", { id: "well", x2: 0, y2: 1 }, stop(0, PALETTE.well, 0), stop(1, PALETTE.well)),
    shape(
      "pattern",
      {
        id: "holes",
        width: HOLE_GAP,
        height: HOLE_GAP_Y,
        x: HOLE_GAP / 2,
        y: HOLES_TOP,
        patternUnits: "userSpaceOnUse",
      },
      shape("circle", { cx: HOLE_GAP / 2, cy: HOLE_GAP_Y / 2 + 1, r: 4.2, fill: PALETTE.holeRim }),
      shape("circle", { cx: HOLE_GAP / 2, cy: HOLE_GAP_Y / 2, r: 4, fill: PALETTE.hole }),
    ),
    shape(
      "g",
      { id: "peg" },
      shape("ellipse", { cx: 4, cy: 8, rx: px(PEG_RADIUS * 1.1), ry: radius, fill: PALETTE.shadow, opacity: 0.45 }),
      shape("circle", { r: radius, fill: "url(#brass)" }),
    ),
    "</defs>",
  ];
}

function hopper(): string[] {
  const x = px(HOPPER.x);
  const [left, right] = [`${x - 78} 0 L ${x - 34} 62 L ${x - 34} 96`, `${x + 78} 0 L ${x + 34} 62 L ${x + 34} 96`];
  return [
    shape("path", {
      d: `M ${left} L ${x + 34} 96 L ${x + 34} 62 L ${x + 78} 0 Z`,
      fill: PALETTE.well,
      opacity: 0.75,
    }),
    shape("path", {
      d: `M ${left} M ${right}`,
      fill: "none",
      stroke: PALETTE.railEdge,
      "stroke-width": 7,
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
    }),
  ];
}

/** A rail from each wall down to the outer peg, where the ball rolls back in. */
function wallRails(row: number): string[] {
  const reach = px(BIN_WIDTH / 2);
  const y = px(rowY(row));
  return [
    [-10, reach],
    [UNIT + 10, UNIT - reach],
  ].flatMap(([x1, x2]) => {
    const line = { x1: x1!, y1: y - 52, x2: x2!, y2: y, "stroke-linecap": "round" };
    return [
      shape("line", {
        ...line,
        stroke: PALETTE.shadow,
        "stroke-width": 11,
        opacity: 0.4,
        transform: "translate(4 8)",
      }),
      shape("line", { ...line, stroke: PALETTE.railEdge, "stroke-width": 11 }),
      shape("line", { ...line, stroke: PALETTE.rail, "stroke-width": 6 }),
    ];
  });
}

function bins(): string[] {
  const [top, floor, bottom] = [px(BIN_TOP), px(BIN_FLOOR), px(HEIGHT)];
  return [
    ...Array.from({ length: BINS }, (_, bin) =>
      shape("rect", {
        x: px(binX(bin) - BIN_WIDTH / 2) + RAIL / 2,
        y: top,
        width: px(BIN_WIDTH) - RAIL,
        height: px(BIN_FLOOR - BIN_TOP),
        fill: "url(#well)",
      }),
    ),
    shape("rect", { y: floor, width: UNIT, height: px(HEIGHT - BIN_FLOOR), fill: PALETTE.plate }),
    shape("rect", { y: floor, width: UNIT, height: 3, fill: PALETTE.railEdge }),
    ...Array.from({ length: BINS + 1 }, (_, edge) =>
      shape("rect", {
        x: px(edge * BIN_WIDTH) - RAIL / 2,
        y: top,
        width: RAIL,
        height: bottom - top,
        rx: RAIL / 2,
        fill: PALETTE.rail,
        stroke: PALETTE.railEdge,
        "stroke-width": 2,
      }),
    ),
  ];
}
