import type { Metadata } from "next";
import { cache } from "react";
import { Board, GameTabs } from "@/components/leaderboards/board";
import { METRIC_LABELS } from "@/components/leaderboards/score";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { getVisibleGuild, listGuildRanking } from "@/lib/domain/play/guilds/queries";
import { GAME_KEYS, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/play/leaderboards/rules";

type Props = PageProps<"/guilds/[id]">;

const readGuild = cache(async (id: string) => orNotFound(getVisibleGuild(await visitorContext(), id)));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { name, isPublic } = await readGuild((await params).id);
  return { title: `${withoutBidiControls(name)} on Discord`, robots: { index: isPublic } };
}

export default async function GuildPage({ params, searchParams }: Props) {
  const { id } = await params;
  const asked = (await searchParams).game;
  const game = GAME_KEYS.find((key) => key === asked) ?? "plinko";
  const { name, isPublic } = await readGuild(id);
  const ctx = await visitorContext();
  const ranking = await listGuildRanking(ctx, { id, game, limit: LEADERBOARD_LIMIT.max });
  const { metric } = GAMES[game];
  return (
    <>
      <PageHeading title={name}>
        {isPublic ? "A Discord server, and its best players." : "A Discord server. Only members see this page."}{" "}
        {METRIC_LABELS[metric].explained}
      </PageHeading>
      <GameTabs current={game} hrefOf={(key) => `/guilds/${id}?game=${key}`} />
      <Board
        ranking={ranking}
        metric={metric}
        ownId={ctx.actor?.id}
        empty={
          <EmptyState title="Nobody here has played yet" next={{ href: GAMES[game].href, label: "Be the first" }}>
            Members join this leaderboard with /link on Discord, or in their settings.
          </EmptyState>
        }
      />
    </>
  );
}
