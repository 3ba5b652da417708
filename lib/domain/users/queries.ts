import { STARTING_COINS } from "@/lib/domain/coins/rules";
import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { levelOf } from "@/lib/domain/progression/rules";
import type { Tier } from "@/lib/infra/prisma/enums";
import {
  type PersonColumns,
  personColumns,
  presentPersonColumns,
  presentProfileColumns,
  type ProfileColumns,
  profileColumns,
} from "./present";
import type { OwnAccount, PublicProfile } from "./schema";
import { visiblePerson } from "@/lib/domain/visibility";
import { literal, sql } from "@/lib/infra/database/sql";

interface AccountRow extends PersonColumns {
  createdAt: Date;
  tier: Tier;
  xp: number;
  coins: number;
  followersCount: number;
  followingCount: number;
  postsCount: number;
}

/** Returns the caller's account (docs/contract.md#user). */
export async function getOwnAccount(ctx: Context): Promise<OwnAccount> {
  const [row] = await read<AccountRow>(
    ctx,
    "users.account",
    sql`SELECT ${personColumns("u")}, u."createdAt", u.tier, u.xp, u."followersCount", u."followingCount", u."postsCount",
            COALESCE(p.coins, ${literal(STARTING_COINS)})::float8 AS coins
       FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id WHERE u.id = ${ctx.actor.id}`,
  );
  if (!row) throw notFound();
  return {
    ...presentPersonColumns(row),
    createdAt: row.createdAt.toISOString(),
    tier: row.tier,
    stats: {
      coins: row.coins,
      xp: row.xp,
      level: levelOf(row.xp),
      followers: row.followersCount,
      following: row.followingCount,
      posts: row.postsCount,
    },
  };
}

/** Returns somebody's public profile (docs/contract.md#user), by handle in any case. */
export async function getPublicProfile(ctx: VisitorContext, { handle }: { handle: string }): Promise<PublicProfile> {
  const [row] = await read<ProfileColumns>(
    ctx,
    "users.public",
    sql`SELECT ${profileColumns("u")} FROM "User" u
      WHERE u.handle = ${handle.toLowerCase()} AND ${visiblePerson(ctx.actor?.id ?? "", sql`u.id`)}`,
  );
  if (!row) throw notFound();
  return presentProfileColumns(row);
}
