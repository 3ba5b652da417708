import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Board, GameTabs } from "@/components/leaderboards/board";
import { METRIC_LABELS } from "@/components/leaderboards/score";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/button";
import { PageHeading } from "@/components/ui/section";
import { isMember, visitorContext } from "@/lib/auth/page-context";
import { GAME_KEYS, type GameKey, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/play/leaderboards/rules";
import { findOwnRank, listRanking } from "@/lib/domain/play/leaderboards/queries";

type Props = PageProps<"/leaderboards/[game]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const game = gameOf((await params).game);
  return { title: `${GAMES[game].title} leaderboard`, description: METRIC_LABELS[GAMES[game].metric].explained };
}

export default async function LeaderboardPage({ params }: Props) {
  const game = gameOf((await params).game);
  const ctx = await visitorContext();
  const [ranking, own] = await Promise.all([
    listRanking(ctx, game, LEADERBOARD_LIMIT.default),
    isMember(ctx) ? findOwnRank(ctx, game) : null,
  ]);
  const { metric } = GAMES[game];
  const below = own && own.rank > ranking.length ? own : null;
  return (
    <>
      <PageHeading title="Leaderboards">{METRIC_LABELS[metric].explained}</PageHeading>
      <GameTabs current={game} hrefOf={(key) => `/leaderboards/${key}`} />
      <Board ranking={ranking} below={below} metric={metric} ownId={ctx.actor?.id} empty={<Nobody game={game} />} />
    </>
  );
}

function Nobody({ game }: { game: GameKey }) {
  const { href } = GAMES[game];
  return (
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
  );
}

function gameOf(game: string): GameKey {
  return GAME_KEYS.find((key) => key === game) ?? notFound();
}
