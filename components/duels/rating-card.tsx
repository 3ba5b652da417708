import { Card } from "@/components/ui/card";
import { NEW_RATING } from "@/lib/domain/duels/rating";
import type { OwnRating } from "@/lib/domain/duels/schema";
import { formatRating } from "./duel-labels";

/** The viewer's rating, and how certain it is. */
export function RatingCard({ rating }: { rating: OwnRating | undefined }) {
  if (!rating)
    return (
      <Card>
        <h2 className="text-21">Your rating</h2>
        <p className="mt-2 text-muted">
          Everybody begins at {NEW_RATING.rating.toLocaleString("en-US")}. Your first duel tells more.
        </p>
      </Card>
    );
  const { wins, losses, draws, provisional, tier } = rating;
  return (
    <Card>
      <h2 className="text-21">Your rating</h2>
      <p className="mt-3 flex flex-wrap items-baseline gap-3">
        <span className="font-display text-47 leading-none font-bold max-tiny:text-35">
          {formatRating(rating.rating, provisional)}
        </span>
        <span className="font-medium">{tier}</span>
      </p>
      <p className="mt-2 text-muted">
        {wins} won · {losses} lost · {draws} drawn
      </p>
      <p className="mt-1 text-13 text-muted">
        {provisional
          ? `Give or take ${Math.round(2 * rating.deviation)}: too uncertain to be ranked yet. Every duel makes it surer.`
          : `Give or take ${Math.round(2 * rating.deviation)}.`}
      </p>
    </Card>
  );
}
