import type { Metadata } from "next";
import Link from "next/link";
import type { ReactNode } from "react";
import { BestPlayers, RatingCard } from "@/components/duels/ratings";
import { ChallengeForm } from "@/components/duels/challenge-form";
import { FinishedDuels, OpenDuels } from "@/components/duels/duel-rows";
import { DuelRules, Tiers } from "@/components/duels/duel-rules";
import { RefreshWhileOpen } from "@/components/duels/refresh-while-open";
import { isYourTurn } from "@/components/duels/duel-labels";
import { Wide, PageHeading } from "@/components/ui/section";
import { SignInLink } from "@/components/shell/sign-in-link";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { visitorContext } from "@/lib/auth/page-context";
import { getRanked, getRankedLeaderboard } from "@/lib/domain/play/duels/queries";
import { DUEL } from "@/lib/domain/play/duels/rules";
import type { RankedOverview } from "@/lib/domain/play/duels/schema";

export const metadata: Metadata = {
  title: "Duels",
  description: "Five balls, the same paths for both, and nothing to choose but risk.",
};

const PLAYERS_SHOWN = 10;

export default async function RankedPage() {
  const ctx = await visitorContext();
  const [overview, { leaderboard }] = await Promise.all([getRanked(ctx), getRankedLeaderboard(ctx, { game: DUEL })]);
  return (
    <Wide>
      <PageHeading title="Duels">Five balls, the same paths for both, and nothing to choose but risk.</PageHeading>
      <div className="grid items-start gap-x-10 gap-y-8 *:min-w-0 wide:grid-cols-[minmax(0,1fr)_21rem] wide:grid-rows-[auto_1fr]">
        {ctx.actor && (
          <div className="grid gap-10 *:min-w-0">
            <OwnDuels overview={overview} viewerId={ctx.actor.id} />
          </div>
        )}
        <div className="grid gap-6 *:min-w-0 wide:col-start-2 wide:row-span-2 wide:row-start-1">
          {ctx.actor ? (
            <>
              <RatingCard rating={overview.ratings.find(({ game }) => game === DUEL)} />
              <Card>
                <h2 className="mb-4 text-21">New duel</h2>
                <ChallengeForm />
              </Card>
            </>
          ) : (
            <SignInFirst />
          )}
        </div>
        <div className="grid gap-10 *:min-w-0">
          <Section
            title="Best players"
            action={
              <Link href={`/leaderboards/${DUEL}`} prefetch={false} className="text-13 link">
                Full leaderboard
              </Link>
            }
          >
            <BestPlayers players={leaderboard.slice(0, PLAYERS_SHOWN)} ownId={ctx.actor?.id} />
          </Section>
          <Section title="How a duel works">
            <DuelRules />
          </Section>
          <Section title="Tiers and ratings">
            <Tiers />
          </Section>
        </div>
      </div>
    </Wide>
  );
}

function OwnDuels({ overview, viewerId }: { overview: RankedOverview; viewerId: string }) {
  const open = [...overview.incoming, ...overview.outgoing];
  const yours = open.filter((duel) => isYourTurn(duel, viewerId));
  const theirs = open.filter((duel) => !isYourTurn(duel, viewerId));
  return (
    <>
      <RefreshWhileOpen />
      <Section title="Your turn">
        {yours.length > 0 ? (
          <OpenDuels duels={yours} viewerId={viewerId} />
        ) : (
          <p className="text-muted">No duels are waiting for you. Challenge somebody.</p>
        )}
      </Section>
      {theirs.length > 0 && (
        <Section title="Waiting for them">
          <OpenDuels duels={theirs} viewerId={viewerId} />
        </Section>
      )}
      {overview.finished.length > 0 && (
        <Section title="Finished">
          <FinishedDuels duels={overview.finished} viewerId={viewerId} />
        </Section>
      )}
    </>
  );
}

function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section>
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-21">{title}</h2>
        {action}
      </div>
      {children}
    </section>
  );
}

function SignInFirst() {
  return (
    <Card>
      <h2 className="text-21">Play a duel</h2>
      <p className="mt-2 text-muted">Sign in to challenge somebody. Anyone can watch and check finished duels.</p>
      <SignInLink to="/ranked" className={buttonStyle({ variant: "primary" }, "mt-4 w-full")}>
        Sign in
      </SignInLink>
    </Card>
  );
}
