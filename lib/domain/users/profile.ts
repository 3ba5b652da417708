import { STARTING_COINS } from "@/lib/domain/coins/rules";
import { read, type VisitorContext } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { mentionsColumn } from "@/lib/domain/mentions/queries";
import { presentProfileColumns, type ProfileColumns, profileColumns } from "./present";
import type { Profile } from "./schema";

interface ProfileRow extends ProfileColumns {
  coins: number;
  hasProfilePet: boolean;
  petHidden: boolean;
  bioMentions: Record<string, string> | null;
  following: boolean;
  followsYou: boolean;
}

/** Anybody's profile, for anybody. Who has no record of coins is shown with the defaults (4.10). */
export function getProfile(ctx: VisitorContext, { id }: { id: string }): Promise<Profile> {
  return findProfile(ctx, "id", id);
}

/** The same by handle, in any case. */
export function getProfileOf(ctx: VisitorContext, { handle }: { handle: string }): Promise<Profile> {
  return findProfile(ctx, "handle", handle.toLowerCase());
}

async function findProfile(ctx: VisitorContext, by: "id" | "handle", value: string): Promise<Profile> {
  const [row] = await read<ProfileRow>(
    ctx,
    `users.profile.${by}`,
    `SELECT ${profileColumns("u")}, COALESCE(p.coins, ${STARTING_COINS})::float8 AS coins, COALESCE(p."hasProfilePet", false) AS "hasProfilePet",
            COALESCE(p."petHidden", false) AS "petHidden",
            ${mentionsColumn("u", "bioMentions")},
            EXISTS (SELECT 1 FROM "Follow" WHERE "followerId" = $2 AND "followeeId" = u.id) AS following,
            EXISTS (SELECT 1 FROM "Follow" WHERE "followerId" = u.id AND "followeeId" = $2) AS "followsYou"
       FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id WHERE u.${by} = $1`,
    [value, ctx.actor?.id ?? ""],
  );
  if (!row) throw notFound();
  const { xp, coins, hasProfilePet, petHidden, bioMentions, following, followsYou } = row;
  return {
    ...presentProfileColumns(row),
    xp,
    coins,
    hasProfilePet,
    petHidden,
    bioMentions,
    viewer: ctx.actor && ctx.actor.id !== row.personId ? { following, followsYou } : null,
  };
}
