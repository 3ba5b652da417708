import { type Actor, type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { leaderboardEntryOf } from "@/lib/domain/play/leaderboards/queries";
import { type GameKey, GAMES, LEADERBOARD_LIMIT } from "@/lib/domain/play/leaderboards/rules";
import type { RankedPlayer } from "@/lib/domain/play/leaderboards/schema";
import { firstRows } from "@/lib/domain/kernel/page/keyset";
import { WRITER_COLUMNS } from "@/lib/domain/accounts/users/account";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { env } from "@/lib/infra/environment/env";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { readAfterColumn } from "@/lib/infra/database/account-reads";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { Guild as GuildModel, GuildMember } from "@/lib/infra/prisma/client";
import { DISCORD, MAX_GUILDS, PROOF_VALID_MS, UNNAMED_GUILD } from "./rules";
import {
  type Guild,
  type GuildLeaderboard,
  type GuildLeaderboardRequest,
  isSnowflake,
  type Membership,
} from "./schema";

const provenSince = ({ now }: VisitorContext): Date => new Date(now.getTime() - PROOF_VALID_MS);

/** Selects linked people whose membership Discord confirmed recently. No other stored membership counts. */
function provenMembers(ctx: VisitorContext): Sql {
  return sql`"GuildMember" m JOIN "OAuthAccount" o ON o."userId" = m."userId" AND o.provider = ${DISCORD}
    AND m."provenAt" > ${provenSince(ctx)}::timestamptz`;
}

/**
 * Returns a guild, to its members, or to all if an administrator allowed it.
 * @throws `not_found` in every other case: the same error
 */
export async function getVisibleGuild(ctx: VisitorContext, id: string): Promise<Guild & { isPublic: boolean }> {
  const [guild] =
    env().discord && isSnowflake(id)
      ? await read<{ id: string; name: string | null; isPublic: boolean }>(ctx, "guilds.visible")`
        SELECT g.id, g.name, g."isPublic" FROM "Guild" g WHERE g.id = ${id} AND (g."isPublic" OR EXISTS (
          SELECT 1 FROM ${provenMembers(ctx)} WHERE m."guildId" = g.id AND m."userId" = ${ctx.actor?.id ?? ""}))`
      : [];
  if (!guild) throw notFound();
  return { ...presentGuild(guild), isPublic: guild.isPublic };
}

type RankedRow = PersonColumns & Omit<RankedPlayer, "user" | "rank"> & { shown: boolean };

/** Ranks have gaps, as on every leaderboard. */
export async function listGuildRanking(
  ctx: VisitorContext,
  { id, game, limit }: { id: string; game: GameKey; limit: number },
): Promise<RankedPlayer[]> {
  const rows = await read<RankedRow>(ctx, "guilds.ranking")`${firstRows(
    limit,
    sql`SELECT ${personColumns("u")}, r.score::float8 AS score, r."gamesPlayed",
              ${visiblePerson(ctx.actor?.id ?? "", sql`u.id`)} AS shown
         FROM ${provenMembers(ctx)}
         JOIN "LeaderboardRecord" r ON r."userId" = m."userId" AND r.game = ${game}
         JOIN "User" u ON u.id = m."userId" AND u."suspendedAt" IS NULL
        WHERE m."guildId" = ${id} AND NOT m."isHidden"
        ORDER BY r.score DESC, r."reachedAt", r."userId"`,
    LEADERBOARD_LIMIT.max,
  )}`;
  return rows.flatMap(({ score, gamesPlayed, shown, ...person }, index) =>
    shown ? [{ rank: index + 1, user: presentPersonColumns(person), score, gamesPlayed }] : [],
  );
}

export async function getGuildLeaderboard(
  ctx: VisitorContext,
  { id, game, limit }: GuildLeaderboardRequest,
): Promise<GuildLeaderboard> {
  const { isPublic: _isPublic, ...guild } = await getVisibleGuild(ctx, id);
  const ranking = await listGuildRanking(ctx, { id, game, limit });
  return { guild, game, metric: GAMES[game].metric, entries: ranking.map(leaderboardEntryOf) };
}

export async function isLinked(ctx: Context): Promise<boolean> {
  const [account] = await read<{ userId: string }>(ctx, "guilds.linked")`
    SELECT "userId" FROM "OAuthAccount" WHERE "userId" = ${ctx.actor.id} AND provider = ${DISCORD} LIMIT 1`;
  return account !== undefined;
}

export async function listOwnMemberships(ctx: Context): Promise<Membership[]> {
  const rows = await read<MembershipRow>(ctx, "guilds.memberships")`
    SELECT ${membershipColumns} FROM "GuildMember" m JOIN "Guild" g ON g.id = m."guildId"
    WHERE m."userId" = ${ctx.actor.id} AND m."provenAt" > ${provenSince(ctx)}
    ORDER BY g.name, g.id LIMIT ${literal(MAX_GUILDS)}`;
  return rows.map(presentMembership);
}

export async function listProfileGuilds(ctx: VisitorContext, userId: string): Promise<Guild[]> {
  if (!env().discord) return [];
  const rows = await read<{ id: string; name: string | null }>(ctx, "guilds.profile")`
    SELECT g.id, g.name FROM ${provenMembers(ctx)} JOIN "Guild" g ON g.id = m."guildId"
    WHERE m."userId" = ${userId} AND m."isOnProfile" ORDER BY g.name, g.id`;
  return rows.map(presentGuild);
}

/** Finds the account linked to a Discord account; null if there is none, or it is suspended. */
export async function findLinkedActor(ctx: VisitorContext, discordId: string): Promise<Actor | null> {
  const [actor] = await read<Actor>(ctx, "guilds.actor")`
    SELECT ${WRITER_COLUMNS}, ${readAfterColumn(sql`u.id`)}
     FROM "OAuthAccount" o JOIN "User" u ON u.id = o."userId"
    WHERE o.provider = ${DISCORD} AND o."providerAccountId" = ${discordId} AND u."suspendedAt" IS NULL`;
  return actor ?? null;
}

export async function findOnRoster(
  ctx: VisitorContext,
  { guildId, discordId }: { guildId: string; discordId: string },
): Promise<{ id: string; handle: string } | null> {
  const [user] = await read<{ id: string; handle: string }>(ctx, "guilds.onRoster")`
    SELECT u.id, u.handle FROM ${provenMembers(ctx)} JOIN "User" u ON u.id = m."userId" AND u."suspendedAt" IS NULL
    WHERE m."guildId" = ${guildId} AND NOT m."isHidden" AND o."providerAccountId" = ${discordId}`;
  return user ?? null;
}

function presentGuild({ id, name }: { id: string; name: string | null }): Guild {
  return { id, name: name ?? UNNAMED_GUILD };
}

export type MembershipRow = Pick<GuildModel, "id" | "name"> & Pick<GuildMember, "isHidden" | "isOnProfile">;

export const membershipColumns = sql`g.id, g.name, m."isHidden", m."isOnProfile"`;

export function presentMembership({ isHidden, isOnProfile, ...guild }: MembershipRow): Membership {
  return { ...presentGuild(guild), hidden: isHidden, onProfile: isOnProfile };
}
