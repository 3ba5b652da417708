import { CodeBlock } from "@/components/ui/code-block";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Duel } from "@/lib/domain/play/duels/schema";
import { CHIPS } from "@/lib/domain/play/duels/rules";
import { type Pick, stakedChips } from "@/lib/domain/play/duels/scoring";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { AnswerButton } from "./answer-button";
import { PicksForm } from "./picks-form";
import { RefreshWhileOpen } from "./refresh-while-open";
import { otherSide, sideOf } from "./duel-labels";

export function OpenDuel({ duel, viewerId, suggestedSeed }: { duel: Duel; viewerId: string; suggestedSeed: string }) {
  const side = sideOf(duel, viewerId) ?? "challenger";
  const other = duel[otherSide(side)];
  const hasPlayed = duel.played[side];
  return (
    <div className="grid gap-6 *:min-w-0">
      <RefreshWhileOpen />
      <p>
        {hasPlayed
          ? `Your picks are in. Once ${other.name} has played, the balls fall.`
          : duel.played[otherSide(side)]
            ? `${other.name} has played. Once you have, the balls fall.`
            : `Neither of you has played yet. ${other.name} cannot see what you choose.`}{" "}
        <span className="text-muted">
          {duel.status === "pending" ? "The challenge" : "The duel"} ends <RelativeTime at={duel.expiresAt} />.
        </span>
      </p>
      {hasPlayed ? <OwnPicks picks={duel.picks ?? []} /> : <PicksForm duelId={duel.id} suggestedSeed={suggestedSeed} />}
      {duel.status === "pending" && (
        <div className="flex flex-wrap gap-3">
          {side === "challenger" ? (
            <AnswerButton id={duel.id} action="cancel" of={other.name} />
          ) : (
            <>
              {!hasPlayed && <AnswerButton id={duel.id} action="accept" of={other.name} />}
              <AnswerButton id={duel.id} action="decline" of={other.name} variant="bare" />
            </>
          )}
        </div>
      )}
      <div>
        <p className="mb-2 text-13 text-muted">
          The hash of the server&apos;s seed. The seed itself is shown once both have played, and must fit it.
        </p>
        <CodeBlock title="SHA-256" code={duel.serverSeedHash} />
      </div>
    </div>
  );
}

/** The viewer's picks, while the other player has not played. */
function OwnPicks({ picks }: { picks: readonly Pick[] }) {
  return (
    <div>
      <ol className="grid grid-cols-5 overflow-hidden rounded-card bg-wood text-center text-wood-ink">
        {picks.map(({ bin, stake }, ball) => (
          <li key={ball} className="grid gap-0.5 py-3">
            <span className="text-13">Ball {ball + 1}</span>
            <span className="font-display text-21 leading-tight font-bold">
              <span className="sr-only">cup </span>
              {binNumber(bin)}
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
