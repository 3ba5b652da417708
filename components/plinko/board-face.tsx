import { BIN_FLOOR, BIN_TOP, BIN_WIDTH, HEIGHT, HOPPER, PEGS, PEG_RADIUS, WALL_ROWS, binX, rowY } from "./layout";
import { BINS } from "@/lib/domain/play/coins/plinko";
import { PALETTE } from "./palette";

/** The static parts of the board, as SVG: sharp at any size, and visible before any script runs. */
export function BoardFace() {
  return (
    <svg viewBox={`0 0 ${UNIT} ${px(HEIGHT)}`} aria-hidden className="absolute inset-0 size-full">
      <defs>
        <linearGradient id="plinko-wood" x2="0" y2="1">
          <stop offset="0" stopColor={PALETTE.woodLight} />
          <stop offset="1" stopColor={PALETTE.woodDark} />
        </linearGradient>
        <radialGradient id="plinko-brass" cx="0.36" cy="0.3" r="0.75">
          <stop offset="0" stopColor={PALETTE.brassLight} />
          <stop offset="0.45" stopColor={PALETTE.brass} />
          <stop offset="1" stopColor={PALETTE.brassDark} />
        </radialGradient>
        <linearGradient id="plinko-well" x2="0" y2="1">
          <stop offset="0" stopColor={PALETTE.well} stopOpacity="0" />
          <stop offset="1" stopColor={PALETTE.well} />
        </linearGradient>
        <pattern
          id="plinko-holes"
          width={HOLE_GAP}
          height={HOLE_GAP_Y}
          x={HOLE_GAP / 2}
          y={HOLES_TOP}
          patternUnits="userSpaceOnUse"
        >
          <circle cx={HOLE_GAP / 2} cy={HOLE_GAP_Y / 2 + 1} r={4.2} fill={PALETTE.holeRim} />
          <circle cx={HOLE_GAP / 2} cy={HOLE_GAP_Y / 2} r={4} fill={PALETTE.hole} />
        </pattern>
        <g id="plinko-peg">
          <ellipse cx={4} cy={8} rx={px(PEG_RADIUS) * 1.1} ry={px(PEG_RADIUS)} fill={PALETTE.shadow} opacity="0.45" />
          <circle r={px(PEG_RADIUS)} fill="url(#plinko-brass)" />
        </g>
      </defs>
      <rect width={UNIT} height={px(HEIGHT)} fill="url(#plinko-wood)" />
      <rect x={HOLE_GAP / 2} y={HOLES_TOP} width={UNIT - HOLE_GAP} height={17 * HOLE_GAP_Y} fill="url(#plinko-holes)" />
      <Hopper />
      {WALL_ROWS.map((row) => (
        <WallRails key={row} row={row} />
      ))}
      <Bins />
      {PEGS.map(({ x, y }) => (
        <use key={`${x} ${y}`} href="#plinko-peg" x={px(x)} y={px(y)} />
      ))}
    </svg>
  );
}

const UNIT = 1000;
const HOLE_GAP = UNIT / 20;
const HOLE_GAP_Y = px(rowY(1) - rowY(0)) / 2;
const HOLES_TOP = px(rowY(0)) - 3.5 * HOLE_GAP_Y;
const RAIL = 13;

function px(share: number): number {
  return Math.round(share * UNIT * 10) / 10;
}

function Hopper() {
  const x = px(HOPPER.x);
  return (
    <g>
      <path
        d={`M ${x - 78} 0 L ${x - 34} 62 L ${x - 34} 96 L ${x + 34} 96 L ${x + 34} 62 L ${x + 78} 0 Z`}
        fill={PALETTE.well}
        opacity="0.75"
      />
      <path
        d={`M ${x - 78} 0 L ${x - 34} 62 L ${x - 34} 96 M ${x + 78} 0 L ${x + 34} 62 L ${x + 34} 96`}
        fill="none"
        stroke={PALETTE.railEdge}
        strokeWidth="7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}

/** A rail from the wall down to the outer peg, where the ball rolls back in. */
function WallRails({ row }: { row: number }) {
  const y = px(rowY(row));
  const reach = px(BIN_WIDTH / 2);
  const ends = { y1: y - 52, y2: y, strokeLinecap: "round" as const };
  return (
    <g>
      {[
        { x1: -10, x2: reach },
        { x1: UNIT + 10, x2: UNIT - reach },
      ].map((side) => (
        <g key={side.x1}>
          <line {...side} {...ends} stroke={PALETTE.shadow} strokeWidth="11" opacity="0.4" transform="translate(4 8)" />
          <line {...side} {...ends} stroke={PALETTE.railEdge} strokeWidth="11" />
          <line {...side} {...ends} stroke={PALETTE.rail} strokeWidth="6" />
        </g>
      ))}
    </g>
  );
}

function Bins() {
  const top = px(BIN_TOP);
  const floor = px(BIN_FLOOR);
  return (
    <g>
      {Array.from({ length: BINS }, (_, bin) => (
        <rect
          key={bin}
          x={px(binX(bin) - BIN_WIDTH / 2) + RAIL / 2}
          y={top}
          width={px(BIN_WIDTH) - RAIL}
          height={floor - top}
          fill="url(#plinko-well)"
        />
      ))}
      <rect y={floor} width={UNIT} height={px(HEIGHT) - floor} fill={PALETTE.plate} />
      <rect y={floor} width={UNIT} height="3" fill={PALETTE.railEdge} />
      {Array.from({ length: BINS + 1 }, (_, edge) => (
        <rect
          key={edge}
          x={px(edge * BIN_WIDTH) - RAIL / 2}
          y={top}
          width={RAIL}
          height={px(HEIGHT) - top}
          rx={RAIL / 2}
          fill={PALETTE.rail}
          stroke={PALETTE.railEdge}
          strokeWidth="2"
        />
      ))}
    </g>
  );
}
