import type { Context } from "./context";
import { randomBase62 } from "./id";

const MAX_SLUG = 60;

/** The words of a title as they stand in an address: `Brass abacus!` is at `brass-abacus`. */
export function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, MAX_SLUG).replace(/-$/, "");
}

/** Within a transaction: the title's own address, or with a few letters more where that is taken or a page of ours. */
export async function freeSlug(tx: Context, title: string, find: (slug: string) => Promise<unknown>): Promise<string> {
  const slug = slugOf(title);
  // Of two who take one title at once, the second waits here, and then finds it taken.
  await tx.db.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${slug}, 0))`;
  const usable = slug !== "" && slug !== "new" && !(await find(slug));
  return usable ? slug : [slug || "untitled", randomBase62(tx.random, 6).toLowerCase()].join("-");
}
