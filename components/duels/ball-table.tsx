import { cupNumber } from "@/components/plinko/cup-number";
import type { ProvableDuel } from "@/lib/domain/duels/proof";
import { formatPoints } from "@/lib/domain/duels/points";
import type { DuelSummary } from "@/lib/domain/duels/schema";
import type { Pick } from "@/lib/domain/duels/scoring";
import { wonPoints } from "./replay-state";

/** Both players' picks for each ball, and the results of those that have landed. */
export function BallTable({ duel, landed }: { duel: DuelSummary & ProvableDuel; landed: number }) {
  const { balls, plays, challenger, opponent } = duel;
  return (
    <table className="w-full">
      <thead>
        <tr className="border-b border-line text-13 text-muted *:py-2 *:font-medium">
          <th scope="col" className="text-left">
            Ball
          </th>
          <th scope="col" className="text-left">
            Cup
          </th>
          <th scope="col" className="max-w-0 truncate pl-2 text-right">
            {challenger.name}
          </th>
          <th scope="col" className="max-w-0 truncate pl-2 text-right">
            {opponent.name}
          </th>
        </tr>
      </thead>
      <tbody>
        {balls.map(({ landedBin }, ball) => {
          const fallen = ball < landed ? landedBin : null;
          return (
            <tr key={ball} className="border-b border-line *:py-2 last:border-0">
              <th scope="row" className="text-left font-normal text-muted">
                {ball + 1}
              </th>
              <td className="font-display font-semibold">{fallen === null ? "–" : cupNumber(fallen)}</td>
              <Chosen pick={plays.challenger.picks[ball]} landedBin={fallen} />
              <Chosen pick={plays.opponent.picks[ball]} landedBin={fallen} />
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Chosen({ pick, landedBin }: { pick: Pick | undefined; landedBin: number | null }) {
  if (!pick || pick.stake === 0) return <td className="pl-2 text-right text-muted">nothing</td>;
  const won = landedBin === null ? null : wonPoints(pick, landedBin);
  return (
    <td className="pl-2 text-right">
      {pick.stake} on {cupNumber(pick.bin)}
      <span className={won ? "block text-13 font-medium text-good" : "block min-h-5 text-13 text-muted"}>
        {won === null ? "" : won > 0 ? `+${formatPoints(won)}` : "lost"}
      </span>
    </td>
  );
}
