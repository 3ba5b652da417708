import { type Context, write } from "@/lib/domain/context";
import { sql } from "@/lib/infra/sql";

/** Hides the portrait of a closed account from everybody. It expires `until` then at the latest. */
export async function hidePortrait(tx: Context, until: Date): Promise<void> {
  await write(
    tx,
    "media.hidePortrait",
    sql`UPDATE "Media" SET "expiresAt" = ${until}::timestamptz
      WHERE "ownerId" = ${tx.actor.id} AND "postId" IS NULL AND "expiresAt" IS NULL`,
  );
}

/** Shows the portrait of an account again that was opened again. `image` is the path that its profile names. */
export async function restorePortrait(tx: Context, image: string | null): Promise<void> {
  await write(
    tx,
    "media.restorePortrait",
    sql`UPDATE "Media" SET "expiresAt" = NULL
      WHERE '/api/media/' || id = ${image} AND "ownerId" = ${tx.actor.id} AND "postId" IS NULL`,
  );
}
