import { cupNumber } from "@/components/plinko/cup-number";
import { CHIPS } from "@/lib/domain/duels/rules";
import { type Pick, stakedChips } from "@/lib/domain/duels/scoring";

/** The viewer's picks, while the other player has not played. */
export function OwnPicks({ picks }: { picks: readonly Pick[] }) {
  return (
    <div>
      <ol className="grid grid-cols-5 overflow-hidden rounded-card bg-wood text-center text-wood-ink">
        {picks.map(({ bin, stake }, ball) => (
          <li key={ball} className="grid gap-0.5 py-3">
            <span className="text-13">Ball {ball + 1}</span>
            <span className="font-display text-21 leading-tight font-bold">
              <span className="sr-only">cup </span>
              {cupNumber(bin)}
            </span>
            <span className="text-13">
              {stake} {stake === 1 ? "chip" : "chips"}
            </span>
          </li>
        ))}
      </ol>
      <p className="mt-2 text-13 text-muted">{CHIPS - stakedChips(picks)} chips kept.</p>
    </div>
  );
}
