import { BINS, type PlinkoStep } from "@/lib/domain/coins/plinko";
import { BoardFace } from "./board-face";
import { cupNumber } from "./cup-number";
import { flightOf, poseAt } from "./flight";
import { BALL_RADIUS, CUP_FLOOR, HEIGHT, cupX } from "./layout";
import { PALETTE } from "./palette";

const FRAME_MS = 12;

/** The board with the path of a drop drawn onto it. */
export function TracedBoard({ path }: { path: readonly PlinkoStep[] }) {
  const flight = flightOf(path);
  const frames = Array.from({ length: Math.ceil(flight.durationMs / FRAME_MS) + 1 }, (_, frame) =>
    poseAt(flight, frame * FRAME_MS),
  );
  const rest = frames.at(-1)!;
  return (
    <div aria-hidden className="relative overflow-hidden rounded-card bg-wood" style={{ aspectRatio: 1 / HEIGHT }}>
      <BoardFace />
      <svg viewBox={`0 0 1 ${HEIGHT}`} className="absolute inset-0 size-full">
        <polyline
          points={frames.map(({ x, y }) => `${x.toFixed(4)},${y.toFixed(4)}`).join(" ")}
          fill="none"
          stroke={PALETTE.chosen}
          strokeWidth="0.009"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx={rest.x} cy={rest.y} r={BALL_RADIUS} fill={PALETTE.ball} />
        {Array.from({ length: BINS }, (_, bin) => (
          <text
            key={bin}
            x={cupX(bin)}
            y={(CUP_FLOOR + HEIGHT) / 2}
            textAnchor="middle"
            dominantBaseline="central"
            fontSize="0.05"
            fontWeight="700"
            className="fill-wood-ink font-display"
          >
            {cupNumber(bin)}
          </text>
        ))}
      </svg>
    </div>
  );
}
