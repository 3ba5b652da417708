import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { visibleBuild } from "@/lib/domain/visibility";

interface LockedBuild {
  id: string;
  authorId: string;
  title: string;
  price: number | null;
  likesCount: number;
}

/** Locks the build's row until the transaction ends, so that its counters match its rows. */
export async function lockBuild(tx: Context, slug: string): Promise<LockedBuild> {
  const [build] = await read<LockedBuild>(tx, "builds.lock")`
    SELECT id, "authorId", title, price, "likesCount" FROM "Build" b
    WHERE slug = ${slug} AND ${visibleBuild(tx.actor.id)} FOR NO KEY UPDATE`;
  if (!build) throw notFound();
  return build;
}
