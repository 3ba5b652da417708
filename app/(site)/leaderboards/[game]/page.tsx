import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Podium } from "@/components/leaderboards/podium";
import { StandingsTable } from "@/components/leaderboards/standings-table";
import { METRIC_WORDS } from "@/components/leaderboards/metric-words";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { PageHeading } from "@/components/ui/page-heading";
import { currentActor } from "@/lib/auth/current";
import { createContext } from "@/lib/domain/context";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/leaderboards/rules";
import { findOwnStanding, listStandings } from "@/lib/domain/leaderboards/standings";

type Props = PageProps<"/leaderboards/[game]">;

const ON_PODIUM = 3;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const game = gameOf((await params).game);
  return { title: `${GAMES[game].title} leaderboard`, description: METRIC_WORDS[GAMES[game].metric].explained };
}

export default async function LeaderboardPage({ params }: Props) {
  const game = gameOf((await params).game);
  const actor = await currentActor();
  const [standings, own] = await Promise.all([
    listStandings(createContext({ actor, door: "app" }), game, LEADERBOARD_LIMIT.default),
    actor && findOwnStanding(createContext({ actor, door: "app" }), game),
  ]);
  const { metric } = GAMES[game];
  const rest = standings.slice(ON_PODIUM);
  const below = own && own.rank > standings.length ? own : null;
  return (
    <>
      <PageHeading title="Leaderboards">{METRIC_WORDS[metric].explained}</PageHeading>
      <LinkTabs
        label="Games"
        tabs={GAME_KEYS.map((key) => ({
          href: `/leaderboards/${key}`,
          label: GAMES[key].title,
          current: key === game,
        }))}
      />
      {standings.length === 0 ? (
        <Nobody />
      ) : (
        <Podium standings={standings.slice(0, ON_PODIUM)} metric={metric} ownId={actor?.id} />
      )}
      {(rest.length > 0 || below) && (
        <StandingsTable standings={rest} below={below} metric={metric} ownId={actor?.id} />
      )}
    </>
  );
}

function Nobody() {
  return (
    <div className="mt-6">
      <EmptyState
        title="Nobody has played yet"
        action={
          <LinkButton href="/coins" variant="primary">
            Drop the first ball
          </LinkButton>
        }
      >
        The first place is free.
      </EmptyState>
    </div>
  );
}

function gameOf(game: string): GameKey {
  return GAME_KEYS.find((key) => key === game) ?? notFound();
}
