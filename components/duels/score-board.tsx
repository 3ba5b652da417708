import clsx from "clsx";
import { Avatar } from "@/components/ui/avatar";
import { PersonName } from "@/components/profile/person-link";
import type { DuelSummary } from "@/lib/domain/play/duels/schema";
import { exactPoints, formatPoints } from "@/lib/domain/play/duels/scoring";
import { formatChange, formatRating, OUTCOME_COLOURS, outcomeOf } from "./duel-labels";

interface ScoreBoardProps {
  duel: DuelSummary;
  /** In points; null where no ball fell. */
  scores: Record<"challenger" | "opponent", number> | null;
  viewerId: string | undefined;
  isDone: boolean;
}

export function ScoreBoard({ duel, scores, viewerId, isDone }: ScoreBoardProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] items-start gap-3 rounded-card border border-line bg-surface px-3 py-5">
      <Player side="challenger" {...{ duel, scores, viewerId, isDone }} />
      <span aria-hidden className="pt-4 font-display text-21 text-muted">
        vs
      </span>
      <Player side="opponent" {...{ duel, scores, viewerId, isDone }} />
    </div>
  );
}

function Player({ duel, scores, viewerId, isDone, side }: ScoreBoardProps & { side: "challenger" | "opponent" }) {
  const person = duel[side];
  const outcome = outcomeOf(duel, side);
  const change = duel.ratings?.[side];
  return (
    <div className="grid min-w-0 justify-items-center gap-1 text-center">
      <Avatar
        src={person.image}
        name={person.name}
        size={64}
        className={clsx("ring-4", isDone && outcome === "Won" ? "ring-brand" : "ring-surface")}
      />
      <PersonName person={person} className="max-w-full font-semibold">
        {person.id === viewerId && <span className="font-normal text-muted"> (you)</span>}
      </PersonName>
      {scores && (
        <p className="font-display text-27 leading-tight font-bold" title={`${exactPoints(scores[side])} chips`}>
          {formatPoints(scores[side])}
          <span className="block font-sans text-13 font-normal text-muted">chips</span>
        </p>
      )}
      <p className="min-h-11 text-13">
        {isDone && (
          <>
            <span className={clsx("block text-15 font-medium", OUTCOME_COLOURS[outcome])}>{outcome}</span>
            {change && (
              <span className="text-muted">
                {formatRating(change.after, change.provisional)} ({formatChange(change)})
              </span>
            )}
          </>
        )}
      </p>
    </div>
  );
}
