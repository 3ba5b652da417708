import { STARTING_COINS } from "@/lib/domain/play/coins/rules";
import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { lockActor } from "@/lib/domain/kernel/locks";
import { levelOf } from "@/lib/domain/play/progression/rules";
import type { User } from "@/lib/infra/prisma/client";
import {
  personColumns,
  presentPersonColumns,
  presentProfileColumns,
  type ProfileColumns,
  profileColumns,
  imageUrl,
} from "./present";
import type { OwnAccount, PublicProfile, Profile, OwnProfile, ProfileChange } from "./schema";
import { audiblePerson, visibleProfile } from "@/lib/domain/kernel/visibility";
import { literal, sql } from "@/lib/infra/database/sql";
import { mentionsColumn, findMentions } from "@/lib/domain/kernel/mentions";
import { databaseCodes } from "@/lib/infra/database/errors";
import { claimHandle, handleTaken, readHandle, rejectTooManyReleased, releaseHandle } from "./handles";
import { rejectSitesName } from "./names";

type AccountRow = Omit<ProfileColumns, "publicPostsCount" | "achievements"> &
  Pick<User, "tier" | "presenceVisibility" | "quotes" | "postsCount"> & { petHidden: boolean; coins: number };

/** Returns the actor's own account (docs/contract.md#user). */
export async function getOwnAccount(ctx: Context): Promise<OwnAccount> {
  const [row] = await read<AccountRow>(ctx, "users.account")`
    SELECT ${personColumns("u")}, u."createdAt", u.tier, u.xp, u."followersCount", u."followingCount", u."postsCount",
         u.bio, u."presenceVisibility", u.quotes, u.automated, COALESCE(p."petHidden", false) AS "petHidden",
         COALESCE(p.coins, ${literal(STARTING_COINS)})::float8 AS coins
    FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id WHERE u.id = ${ctx.actor.id}`;
  if (!row) throw notFound();
  return {
    ...presentPersonColumns(row),
    createdAt: row.createdAt.toISOString(),
    tier: row.tier,
    bio: row.bio,
    presenceVisibility: row.presenceVisibility,
    quotes: row.quotes,
    automated: row.automated,
    petHidden: row.petHidden,
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
  const [row] = await read<ProfileColumns>(ctx, "users.public")`
    SELECT ${profileColumns("u")} FROM "User" u
    WHERE u.handle = ${handle.toLowerCase()} AND ${visibleProfile(ctx.actor?.id ?? "")}`;
  if (!row) throw notFound();
  return presentProfileColumns(row);
}

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
 * Returns somebody's profile, to anybody. Without a coin record, it has the defaults
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
  const [row] = await read<ProfileRow>(ctx, `users.profile.${by}`)`
    SELECT ${profileColumns("u")}, COALESCE(p.coins, ${literal(STARTING_COINS)})::float8 AS coins, COALESCE(p."hasProfilePet", false) AS "hasProfilePet",
          COALESCE(p."petHidden", false) AS "petHidden",
          ${mentionsColumn("u", viewer, "bioMentions")},
          EXISTS (SELECT 1 FROM "Follow"
              WHERE "followerId" = ${viewer} AND "followeeId" = u.id) AS following,
          EXISTS (SELECT 1 FROM "Follow"
              WHERE "followerId" = u.id AND "followeeId" = ${viewer}) AS "followsYou",
          NOT (${audiblePerson(viewer, sql`u.id`)}) AS muted
     FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id 
    WHERE u.${literal(by)} = ${value} AND ${visibleProfile(viewer)}`;
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

type OwnProfileRow = Omit<OwnProfile, "imageChosen">;

export async function getOwnProfile(ctx: Context): Promise<OwnProfile> {
  const [row] = await read<OwnProfileRow>(ctx, "users.ownProfile")`
    SELECT u.name, u.handle, u.bio, u.image, u."presenceVisibility", u.quotes, u.automated,
           COALESCE(p."hasProfilePet", false) AS "hasProfilePet", COALESCE(p."petHidden", false) AS "petHidden"
      FROM "User" u LEFT JOIN "Profile" p ON p."userId" = u.id WHERE u.id = ${ctx.actor.id}`;
  return { ...row!, image: imageUrl(row!), imageChosen: row!.image !== null };
}

export async function changeProfile(ctx: Context, change: ProfileChange): Promise<OwnProfile> {
  await applyChange(ctx, change);
  return getOwnProfile(ctx);
}

export async function changeAccount(ctx: Context, change: ProfileChange): Promise<OwnAccount> {
  await applyChange(ctx, change);
  return getOwnAccount(ctx);
}

/**
 * @throws DomainError `conflict` for a handle that is taken or was recently given up, `invalid_request` for the site's
 */
async function applyChange(
  ctx: Context,
  { name, handle, bio, presenceVisibility, quotes, automated, petHidden }: ProfileChange,
): Promise<void> {
  if (handle !== undefined || name !== undefined) await rejectSitesName({ handle, name });
  await inTransaction(ctx, async (tx) => {
    await lockActor(tx);
    const mentions = bio === undefined ? null : JSON.stringify((await findMentions(tx, bio)) ?? {});
    await write(tx, "users.change")`
      UPDATE "User"
        SET name = COALESCE(${name}, name), bio = COALESCE(${bio}, bio),
            "bioMentions" = COALESCE(${mentions}::jsonb, "bioMentions"),
            "presenceVisibility" = COALESCE(${presenceVisibility}::"PresenceVisibility", "presenceVisibility"),
            quotes = COALESCE(${quotes}::"QuotePolicy", quotes),
            automated = COALESCE(${automated}, automated)
      WHERE id = ${tx.actor.id}`;
    if (handle !== undefined) await changeHandle(tx, handle);
    if (petHidden !== undefined)
      await write(tx, "users.hidePet")`
        UPDATE "Profile" SET "petHidden" = ${petHidden} WHERE "userId" = ${tx.actor.id}`;
  }).catch((error: unknown) => {
    if (!databaseCodes(error).includes("23505")) throw error;
    throw handleTaken();
  });
}

/** Requires the account to be locked. */
async function changeHandle(tx: Context, handle: string): Promise<void> {
  const userId = tx.actor.id;
  const before = await readHandle(tx, userId);
  await write(tx, "handles.set")`UPDATE "User" SET handle = ${handle}, "handleChosen" = true WHERE id = ${userId}`;
  if (before.handle === handle) return;
  await claimHandle(tx, { userId, handle });
  if (before.handleChosen) await releaseHandle(tx, { userId, handle: before.handle });
  await rejectTooManyReleased(tx, userId);
}
