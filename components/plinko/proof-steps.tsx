import { ROWS, type PlinkoStep } from "@/lib/domain/coins/plinko";

/** The bits of the random byte, and the ball's move for each. */
export function ProofSteps({ path, byte }: { path: readonly PlinkoStep[]; byte: number }) {
  const bits = byte.toString(2).padStart(ROWS, "0");
  return (
    <div>
      <p className="text-muted">
        Random byte <strong className="font-mono font-medium text-ink">{byte.toString(16).padStart(2, "0")}</strong>, in
        binary <strong className="font-mono font-medium text-ink">{bits}</strong>
      </p>
      <ol className="mt-3">
        {path.slice(1).map(({ direction }, row) => {
          const byWall = (bits[row] === "1") !== (direction === "right");
          return (
            <li key={row} className="flex gap-4 border-b border-line py-1.5 last:border-0">
              <span className="w-12 text-muted">Row {row + 1}</span>
              <span className="w-6 font-mono">{bits[row]}</span>
              <span>
                {direction === "right" ? "→ right" : "← left"}
                {byWall && <span className="text-muted">, bounced off the wall</span>}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
