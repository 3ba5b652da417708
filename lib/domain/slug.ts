import { type Context, write } from "./context";
import { randomBase62 } from "./id";

const MAX_SLUG = 60;

/** Converts a title to its slug: `Brass abacus!` becomes `brass-abacus`. */
function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, MAX_SLUG).replace(/-$/, "");
}

/**
 * Returns the title's own slug, or one with a random suffix if it is taken or reserved. Call it within a transaction.
 */
export async function freeSlug(tx: Context, title: string, find: (slug: string) => Promise<unknown>): Promise<string> {
  const slug = slugOf(title);
  // Of two concurrent transactions with the same slug, the second waits here, and then finds it taken.
  await write(tx, "slugs.lock")`SELECT pg_advisory_xact_lock(hashtextextended(${slug}, 0))`;
  const usable = slug !== "" && slug !== "new" && !(await find(slug));
  return usable ? slug : [slug || "untitled", randomBase62(tx.random, 6).toLowerCase()].join("-");
}
