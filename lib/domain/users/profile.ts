import { STARTING_COINS } from "@/lib/domain/coins/rules";
import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { mentionsColumn } from "@/lib/domain/mentions/queries";
import { presentProfileColumns, type ProfileColumns, profileColumns } from "./present";
import type { Profile } from "./schema";
import { audiblePerson, visiblePerson } from "@/lib/domain/visibility";
import { literal, sql } from "@/lib/infra/database/sql";

interface ProfileRow extends ProfileColumns {
  coins: number;
  hasProfilePet: boolean;
  petHidden: boolean;
  bioMentions: Record<string, string> | null;
  following: boolean;
  followsYou: boolean;
  muted: boolean;
}

/**
 * Returns anybody's profile, for anybody. An account without a coin record has the defaults
 * (docs/contract.md#coins-plinko-and-the-shop).
 */
export function getProfile(ctx: VisitorContext, { id }: { id: string }): Promise<Profile> {
  return findProfile(ctx, "id", id);
}

/** Returns the same by handle, in any case. */
export function getProfileOf(ctx: VisitorContext, { handle }: { handle: string }): Promise<Profile> {
  return findProfile(ctx, "handle", handle.toLowerCase());
}

async function findProfile(ctx: VisitorContext, by: "id" | "handle", value: string): Promise<Profile> {
  const viewer = ctx.actor?.id ?? "";
  const [row] = await read<ProfileRow>(
    ctx,
    `users.profile.${by}`,
    sql`SELECT ${profileColumns("u")}, COALESCE(p.coins, ${literal(STARTING_COINS)})::float8 AS coins, COALESCE(p."hasProfilePet", false) AS "hasProfilePet",
            COALESCE(p."petHidden", false) AS "petHidden",
            ${mentionsColumn("u", viewer, "bioMentions")},
            EXISTS (SELECT 1 FROM "Follow"
                WHERE "followerId" = ${viewer} AND "followeeId" = u.id) AS following,
            EXISTS (SELECT 1 FROM "Follow"
                WHERE "followerId" = u.id AND "followeeId" = ${viewer}) AS "followsYou",
            NOT (${audiblePerson(viewer, sql`u.id`)}) AS muted
       FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id 
      WHERE u.${literal(by)} = ${value} AND ${visiblePerson(viewer, sql`u.id`)}`,
  );
  if (!row) throw notFound();
  const { xp, coins, hasProfilePet, petHidden, bioMentions, following, followsYou, muted } = row;
  return {
    ...presentProfileColumns(row),
    xp,
    coins,
    hasProfilePet,
    petHidden,
    bioMentions,
    viewer: ctx.actor && ctx.actor.id !== row.personId ? { following, followsYou, muted } : null,
  };
}
