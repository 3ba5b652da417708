const ROWS = [5, 6, 5, 6, 5];
const STEP = 28;

/** A ball stuck between two pegs. */
export function StuckBall() {
  return (
    <svg viewBox="0 0 196 148" aria-hidden className="mx-auto w-56 max-w-full">
      {ROWS.flatMap((pegs, row) =>
        Array.from({ length: pegs }, (_, peg) => (
          <circle
            key={`${row}.${peg}`}
            cx={98 + (peg - (pegs - 1) / 2) * STEP}
            cy={18 + row * STEP}
            r="4"
            className="fill-line"
          />
        )),
      )}
      <circle cx="112" cy="70" r="10.5" className="fill-brand" />
      <circle cx="108.5" cy="66.5" r="2.6" className="fill-wood-ink/70" />
    </svg>
  );
}
