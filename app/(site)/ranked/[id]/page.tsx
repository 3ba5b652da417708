import type { Metadata } from "next";
import Link from "next/link";
import { cache } from "react";
import { DuelProof } from "@/components/duels/duel-proof";
import { DuelReplay } from "@/components/duels/duel-replay";
import { OpenDuel } from "@/components/duels/open-duel";
import { ScoreBoard } from "@/components/duels/score-board";
import { shareHref } from "@/components/posts/share-href";
import { LinkButton } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Icon } from "@/components/ui/icon";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { toHex } from "@/lib/domain/play/coins/plinko";
import { isProvable } from "@/lib/domain/play/duels/proof";
import { getDuel } from "@/lib/domain/play/duels/queries";
import { isOpen } from "@/lib/domain/play/duels/rules";
import type { Duel } from "@/lib/domain/play/duels/schema";

type Props = PageProps<"/ranked/[id]">;

const readDuel = cache(async (id: string) => orNotFound(getDuel(await visitorContext(), { id })));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { challenger, opponent } = await readDuel((await params).id);
  return {
    title: `${challenger.name} and ${opponent.name} in a duel`,
    description: "Five balls, the same paths for both, and a proof that anybody can compute.",
    robots: { index: false },
  };
}

const SUGGESTED_SEED_BYTES = 8;

export default async function DuelPage({ params }: Props) {
  const ctx = await visitorContext();
  const duel = await readDuel((await params).id);
  const viewerId = ctx.actor?.id;
  return (
    <>
      <p className="mb-2 text-13">
        <Link href="/ranked" className="text-muted hover:text-ink hover:underline">
          Duels
        </Link>
      </p>
      <PageHeading title={`${duel.challenger.name} vs ${duel.opponent.name}`}>{noteOf(duel)}</PageHeading>
      {isOpen(duel.status) && viewerId && (
        <OpenDuel duel={duel} viewerId={viewerId} suggestedSeed={toHex(ctx.random(SUGGESTED_SEED_BYTES))} />
      )}
      {duel.status === "finished" && <Finished duel={duel} viewerId={viewerId} />}
      {duel.status === "finished" && isPlayer(duel, viewerId) && (
        <p className="mt-8">
          <LinkButton href={shareHref(wordsOf(duel, viewerId), `/ranked/${duel.id}`)}>
            <Icon name="share" />
            Share this duel
          </LinkButton>
        </p>
      )}
      {!isOpen(duel.status) && duel.status !== "finished" && <Over duel={duel} />}
    </>
  );
}

const isPlayer = ({ challenger, opponent }: Duel, viewerId: string | undefined): viewerId is string =>
  viewerId === challenger.id || viewerId === opponent.id;

function wordsOf({ challenger, opponent, result }: Duel, viewerId: string): string {
  const other = viewerId === challenger.id ? opponent : challenger;
  if (result === "draw") return `A draw against @${other.handle}!`;
  const hasWon = viewerId === (result === "challenger" ? challenger : opponent).id;
  return hasWon ? `I won a duel against @${other.handle}!` : `A good duel against @${other.handle}.`;
}

function Finished({ duel, viewerId }: { duel: Duel; viewerId: string | undefined }) {
  if (!isProvable(duel)) return <ScoreBoard duel={duel} scores={null} viewerId={viewerId} isDone />;
  return (
    <div className="grid gap-10 *:min-w-0">
      <DuelReplay duel={duel} viewerId={viewerId} />
      <section>
        <h2 className="mb-4 text-21">The proof</h2>
        <DuelProof duel={duel} />
      </section>
    </div>
  );
}

function Over({ duel }: { duel: Duel }) {
  return (
    <EmptyState title={OVER[duel.status as keyof typeof OVER]} next={{ href: "/ranked", label: "Back to duels" }}>
      No ball fell, and no rating changed.
    </EmptyState>
  );
}

const OVER = {
  declined: "This challenge was declined",
  cancelled: "This challenge was cancelled",
  expired: "This duel has expired",
};

function noteOf({ status, balls, plays, challenger, opponent, rated }: Duel): string | null {
  if (status !== "finished") return null;
  const absent = plays?.challenger ? opponent : challenger;
  const ending = balls ? "" : `${absent.name} did not play in time. `;
  return `${ending}${rated ? "A rated duel." : "Not rated: these two have reached their limit of rated duels for the day."}`;
}
