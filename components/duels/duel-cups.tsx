import { cupNumber } from "@/components/plinko/cup-number";
import { CUP_FLOOR, CUP_TOP, HEIGHT } from "@/components/plinko/layout";
import { Avatar } from "@/components/ui/avatar";
import { BINS } from "@/lib/domain/coins/plinko";
import type { ProvableDuel } from "@/lib/domain/duels/proof";
import type { DuelSummary } from "@/lib/domain/duels/schema";

const SIDES = ["challenger", "opponent"] as const;

/** The numbered cups, with the chips that each player staked on them for this ball. */
export function DuelCups({ duel, ball }: { duel: DuelSummary & ProvableDuel; ball: number | null }) {
  return (
    <div
      aria-hidden
      className="absolute inset-x-0 bottom-0 grid grid-cols-5"
      style={{ top: share(CUP_TOP, HEIGHT), gridTemplateRows: `${share(CUP_FLOOR - CUP_TOP, HEIGHT - CUP_TOP)} 1fr` }}
    >
      {Array.from({ length: BINS }, (_, bin) => (
        <div key={bin} className="row-span-2 grid grid-rows-subgrid text-wood-ink">
          <div className="flex flex-col items-center justify-start gap-1 pt-1">
            {ball !== null &&
              SIDES.filter((side) => isStakedOn(duel, side, ball, bin)).map((side) => (
                <span
                  key={side}
                  className="flex items-center gap-1 rounded-full bg-wood py-px pr-1.5 pl-px text-13 leading-none font-semibold"
                >
                  <Avatar src={duel[side].image} name={duel[side].name} size={24} />
                  {duel.plays[side].picks[ball]?.stake}
                </span>
              ))}
          </div>
          <span className="self-center text-center font-display text-17 font-bold sm:text-21">{cupNumber(bin)}</span>
        </div>
      ))}
    </div>
  );
}

function isStakedOn({ plays }: ProvableDuel, side: (typeof SIDES)[number], ball: number, bin: number): boolean {
  const pick = plays[side].picks[ball];
  return pick !== undefined && pick.stake > 0 && pick.bin === bin;
}

function share(part: number, whole: number): string {
  return `${(part / whole) * 100}%`;
}
