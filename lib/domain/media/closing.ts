import { type Context, write } from "@/lib/domain/context";

/** Hides the profile picture of a closed account. It expires at `until` at the latest. */
export async function hideAvatar(tx: Context, until: Date): Promise<void> {
  await write(tx, "media.hideAvatar")`
    UPDATE "Media" SET "expiresAt" = ${until}::timestamptz
    WHERE "ownerId" = ${tx.actor.id} AND "postId" IS NULL AND "expiresAt" IS NULL`;
}

/** Shows the profile picture of a reopened account again. `image` is the path that its profile names. */
export async function restoreAvatar(tx: Context, image: string | null): Promise<void> {
  await write(tx, "media.restoreAvatar")`
    UPDATE "Media" SET "expiresAt" = NULL
    WHERE '/api/media/' || id = ${image} AND "ownerId" = ${tx.actor.id} AND "postId" IS NULL`;
}
