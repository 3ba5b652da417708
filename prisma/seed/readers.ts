import { write } from "@/lib/domain/context";
import { PLATFORM } from "@/lib/domain/users/rules";
import type { World } from "./world";

/** Adds views by silent readers: some for every like, and a few who were sent a link. */
export async function readQuietly(world: World): Promise<void> {
  await write(world.contextOf(PLATFORM), "seed.views")`
    UPDATE "Post" SET "viewsCount" = "likesCount" * 7 + "commentsCount" * 5 + ascii(right(id, 1)) % 23
    WHERE audience = 'PUBLIC'`;
}
