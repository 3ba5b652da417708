import { type Context, inTransaction } from "@/lib/domain/context";
import { findMentions } from "@/lib/domain/mentions/queries";
import { databaseCodes } from "@/lib/infra/database/errors";
import { claimHandle, handleTaken, rejectTooManyReleased, releaseHandle } from "./handles";
import { rejectSitesName } from "./names";
import { imageUrl } from "./present";
import type { OwnProfile, ProfileChange } from "./schema";

/** Returns what the settings show. */
export async function getOwnProfile(ctx: Context): Promise<OwnProfile> {
  const user = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, include: { profile: true } });
  return {
    name: user.name,
    handle: user.handle,
    bio: user.bio,
    image: imageUrl(user),
    imageChosen: user.image !== null,
    presenceVisibility: user.presenceVisibility,
    hasProfilePet: user.profile?.hasProfilePet ?? false,
    petHidden: user.profile?.petHidden ?? false,
  };
}

/**
 * Changes the given fields.
 * @throws DomainError `conflict` for a handle that is taken or was recently given up, `invalid_request` for the site's
 */
export async function changeProfile(
  ctx: Context,
  { petHidden, handle, bio, ...change }: ProfileChange,
): Promise<OwnProfile> {
  if (handle !== undefined || change.name !== undefined) await rejectSitesName({ handle, name: change.name });
  await inTransaction(ctx, async (tx) => {
    const bioChange = bio === undefined ? {} : { bio, bioMentions: (await findMentions(tx, bio)) ?? {} };
    await tx.db.user.update({ where: { id: tx.actor.id }, data: { ...change, ...bioChange }, select: { id: true } });
    if (handle !== undefined) await changeHandle(tx, handle);
    if (petHidden !== undefined)
      await tx.db.profile.updateMany({ where: { userId: tx.actor.id }, data: { petHidden } });
  }).catch((error: unknown) => {
    if (!databaseCodes(error).some((code) => code === "P2002" || code === "23505")) throw error;
    throw handleTaken();
  });
  return getOwnProfile(ctx);
}

async function changeHandle(tx: Context, handle: string): Promise<void> {
  const userId = tx.actor.id;
  const [before] = await tx.db.$queryRaw<
    { handle: string; handleChosen: boolean }[]
  >`SELECT handle, "handleChosen" FROM "User" WHERE id = ${userId} FOR UPDATE`;
  await tx.db.user.update({ where: { id: userId }, data: { handle, handleChosen: true }, select: { id: true } });
  if (!before || before.handle === handle) return;
  await claimHandle(tx, { userId, handle });
  if (before.handleChosen) await releaseHandle(tx, { userId, handle: before.handle });
  await rejectTooManyReleased(tx, userId);
}
