import { MAX_RANKED_DEVIATION } from "@/lib/domain/play/duels/rating";
import { BALLS, CHIPS, MAX_RATED_PER_PAIR, TIERS } from "@/lib/domain/play/duels/rules";
import { payoutLabel } from "./duel-labels";

export function DuelRules() {
  return (
    <div className="grid gap-3 [&_p]:max-w-prose">
      <p>
        Five balls fall on the board, on the same paths for both of you. Each gets {CHIPS} chips and chooses, unseen by
        the other, a cup and a stake for each of the {BALLS} balls. What you do not stake you keep.
      </p>
      <p>
        The right cup pays exactly what is fair: {payoutLabel(0)} at the walls, {payoutLabel(1)} beside them,{" "}
        {payoutLabel(2)} in the middle. A wrong one pays nothing. Whoever has more chips in the end wins; equal chips
        draw.
      </p>
      <p>
        So nobody can be better at knowing where a ball falls. <strong>You choose nothing but risk</strong>: how much,
        and how often. Chips are no coins, and end with the duel.
      </p>
      <p>
        You have a day to accept and then a day to play. Whoever has not played by then loses; if neither has, nothing
        is rated.
      </p>
      <p>
        The challenge shows the hash of the server&apos;s seed before anybody plays. Once both have, the seed is shown,
        and your browser can compute the whole duel again.
      </p>
    </div>
  );
}

export function Tiers() {
  return (
    <>
      <ul>
        {TIERS.map(({ name, from }) => (
          <li key={name} className="flex justify-between gap-4 border-b border-line py-1.5 last:border-0">
            <span className="font-medium">{name}</span>
            <span className="text-muted">{from === 0 ? "below that" : `from ${from.toLocaleString("en-US")}`}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-13 text-muted">
        Ratings are Glicko-2, updated after every duel. One with a “?” is still uncertain (its deviation is over{" "}
        {MAX_RANKED_DEVIATION}) and is not ranked. The same two have at most {MAX_RATED_PER_PAIR} rated duels a day.
      </p>
    </>
  );
}
