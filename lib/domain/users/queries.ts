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

interface AccountRow extends PersonColumns {
  createdAt: Date;
  tier: Tier;
  xp: number;
  coins: number;
  followersCount: number;
  followingCount: number;
  postsCount: number;
}

/** The caller's account (2.5). */
export async function getOwnAccount(ctx: Context): Promise<OwnAccount> {
  const [row] = await read<AccountRow>(
    ctx,
    "users.account",
    `SELECT ${personColumns("u")}, u."createdAt", u.tier, u.xp, u."followersCount", u."followingCount", u."postsCount",
            COALESCE(p.coins, ${STARTING_COINS})::float8 AS coins
       FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id WHERE u.id = $1`,
    [ctx.actor.id],
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

/** Somebody's public profile (2.4), by handle in any case. */
export async function getPublicProfile(ctx: VisitorContext, { handle }: { handle: string }): Promise<PublicProfile> {
  const [row] = await read<ProfileColumns>(
    ctx,
    "users.public",
    `SELECT ${profileColumns("u")} FROM "User" u WHERE u.handle = $1`,
    [handle.toLowerCase()],
  );
  if (!row) throw notFound();
  return presentProfileColumns(row);
}
