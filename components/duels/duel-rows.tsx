import clsx from "clsx";
import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";
import { LinkButton } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import type { DuelSummary } from "@/lib/domain/play/duels/schema";
import { AnswerButton } from "./answer-button";
import { formatChange, isYourTurn, openStatus, otherSide, OUTCOME_COLOURS, outcomeOf, sideOf } from "./duel-labels";

interface RowsProps {
  duels: readonly DuelSummary[];
  viewerId: string;
}

export function OpenDuels({ duels, viewerId }: RowsProps) {
  return (
    <ul className="border-t border-line">
      {duels.map((duel) => {
        const side = sideOf(duel, viewerId)!;
        const other = duel[otherSide(side)];
        const yourTurn = isYourTurn(duel, viewerId);
        const withdrawal = side === "challenger" ? "cancel" : "decline";
        const detail = (
          <>
            {openStatus(duel, viewerId)} · ends <RelativeTime at={duel.expiresAt} />
          </>
        );
        return (
          <Row key={duel.id} id={duel.id} other={other} detail={detail}>
            {duel.status === "pending" && !(side === "opponent" && !yourTurn) && (
              <span className="relative">
                <AnswerButton id={duel.id} action={withdrawal} of={other.name} variant="bare" size="small" />
              </span>
            )}
            {yourTurn && (
              <LinkButton href={`/ranked/${duel.id}`} variant="primary" size="small" className="relative">
                Play
              </LinkButton>
            )}
          </Row>
        );
      })}
    </ul>
  );
}

export function FinishedDuels({ duels, viewerId }: RowsProps) {
  return (
    <ul className="border-t border-line">
      {duels.map((duel) => {
        const side = sideOf(duel, viewerId)!;
        const outcome = outcomeOf(duel, side);
        const detail = <RelativeTime at={duel.finishedAt ?? duel.createdAt} />;
        return (
          <Row key={duel.id} id={duel.id} other={duel[otherSide(side)]} detail={detail}>
            <span className="text-right">
              <span className={clsx("block font-medium", OUTCOME_COLOURS[outcome])}>{outcome}</span>
              <span className="block text-13 text-muted">
                {duel.ratings ? formatChange(duel.ratings[side]) : "not rated"}
                {duel.ratings && <span className="sr-only"> rating</span>}
              </span>
            </span>
          </Row>
        );
      })}
    </ul>
  );
}

interface RowProps {
  id: string;
  other: DuelSummary["opponent"];
  detail: ReactNode;
  children: ReactNode;
}

function Row({ id, other, detail, children }: RowProps) {
  return (
    <li className="relative flex min-h-16 items-center gap-3 border-b border-line py-2.5 hover:bg-ink/2.5 max-tiny:flex-wrap">
      <Avatar src={other.image} name={other.name} size={40} />
      <div className="min-w-0 flex-1 max-tiny:min-w-3/4">
        <Link
          href={`/ranked/${id}`}
          prefetch={false}
          dir="auto"
          className="block truncate font-medium after:absolute after:inset-0 hover:underline"
        >
          {other.name}
        </Link>
        <p className="text-13 text-muted">{detail}</p>
      </div>
      {children}
    </li>
  );
}
