import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Podium } from "@/components/leaderboards/podium";
import { StandingsTable } from "@/components/leaderboards/standings-table";
import { METRIC_LABELS } from "@/components/leaderboards/metric-labels";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeading } from "@/components/ui/page-heading";
import { isMember, visitorContext } from "@/lib/auth/page-context";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/leaderboards/rules";
import { findOwnStanding, listStandings } from "@/lib/domain/leaderboards/standings";

type Props = PageProps<"/leaderboards/[game]">;

const ON_PODIUM = 3;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const game = gameOf((await params).game);
  return { title: `${GAMES[game].title} leaderboard`, description: METRIC_LABELS[GAMES[game].metric].explained };
}

export default async function LeaderboardPage({ params }: Props) {
  const game = gameOf((await params).game);
  const ctx = await visitorContext();
  const [standings, own] = await Promise.all([
    listStandings(ctx, game, LEADERBOARD_LIMIT.default),
    isMember(ctx) ? findOwnStanding(ctx, game) : null,
  ]);
  const { metric } = GAMES[game];
  const rest = standings.slice(ON_PODIUM);
  const below = own && own.rank > standings.length ? own : null;
  return (
    <>
      <PageHeading title="Leaderboards">{METRIC_LABELS[metric].explained}</PageHeading>
      <LinkTabs
        label="Games"
        tabs={GAME_KEYS.map((key) => ({
          href: `/leaderboards/${key}`,
          label: GAMES[key].title,
          current: key === game,
        }))}
      />
      {standings.length === 0 ? (
        <Nobody game={game} />
      ) : (
        <Podium standings={standings.slice(0, ON_PODIUM)} metric={metric} ownId={ctx.actor?.id} />
      )}
      {(rest.length > 0 || below) && (
        <StandingsTable standings={rest} below={below} metric={metric} ownId={ctx.actor?.id} />
      )}
    </>
  );
}

function Nobody({ game }: { game: GameKey }) {
  const { href } = GAMES[game];
  return (
    <div className="mt-6">
      <EmptyState
        title="Nobody has played yet"
        action={
          <LinkButton href={href} variant="primary">
            {href === "/coins" ? "Drop the first ball" : "Challenge somebody"}
          </LinkButton>
        }
      >
        First place is up for grabs.
      </EmptyState>
    </div>
  );
}

function gameOf(game: string): GameKey {
  return GAME_KEYS.find((key) => key === game) ?? notFound();
}
