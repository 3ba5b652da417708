import { CupNumbers } from "./cup-numbers";
import { FirstBall } from "./first-ball";
import { BALL_RADIUS, HEIGHT, HOPPER } from "./layout";
import { PALETTE } from "./palette";
import { PANEL, SHAPE } from "./panel";

/** Tells visitors what the site is, and lets them drop a ball. `data-welcome` hides what says the same in the rail. */
export function Welcome({ site }: { site: string }) {
  return (
    <section
      data-welcome
      aria-labelledby="welcome"
      className="@container mb-6 border-line bg-surface p-4 max-md:-mx-4 max-md:-mt-6 max-md:border-b md:rounded-card md:border md:punched md:p-6"
    >
      <FirstBall
        site={site}
        poster={
          <div className={PANEL} style={SHAPE}>
            <svg viewBox={`0 0 1 ${HEIGHT}`} className="absolute inset-0 size-full" aria-hidden>
              <circle cx={HOPPER.x} cy={HOPPER.y} r={BALL_RADIUS} fill={PALETTE.ball} />
            </svg>
            <CupNumbers landedBin={null} />
          </div>
        }
      >
        <h1 id="welcome" className="text-21 text-balance sm:text-27 @max-md:text-center">
          {site} is where people show what they make, and drop a ball while the glue dries.
        </h1>
      </FirstBall>
    </section>
  );
}
