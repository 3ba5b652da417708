import { quoted } from "@/lib/infra/database/sql";
import { type Context, read, write } from "@/lib/domain/kernel/context";
import { randomBase62 } from "@/lib/domain/kernel/id";

const MAX_SLUG = 60;

/** Latin letters that are more than a letter of ASCII with a mark. */
const LATIN: Partial<Record<string, string>> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", þ: "th", ŋ: "ng" },
  ...{ đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", ŧ: "t" },
};

/** `Brass abacus!` becomes `brass-abacus`, and `Große Straße` `grosse-strasse`. */
function slugOf(title: string): string {
  const words =
    title
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/\P{ASCII}/gu, (letter) => LATIN[letter] ?? letter)
      .match(/[a-z0-9]+/g) ?? [];
  return words.join("-").slice(0, MAX_SLUG).replace(/-$/, "");
}

type Table = "Build" | "BlogPost" | "NewsArticle";

/**
 * Returns a title's own slug, or one with a random suffix if that is taken or reserved. Call it within a transaction.
 */
export async function freeSlug(tx: Context, title: string, table: Table): Promise<string> {
  const [slug] = await freeSlugs(tx, [title], table);
  return slug!;
}

/** Returns the same for each of several titles, which may be equal. */
export async function freeSlugs(tx: Context, titles: readonly string[], table: Table): Promise<string[]> {
  const slugs = titles.map(slugOf);
  const [, taken] = await Promise.all([
    // Of two concurrent transactions with the same slug, the second waits here, and then finds it taken.
    write(tx, "slugs.lock")`
      SELECT pg_advisory_xact_lock(hashtextextended(slug, 0)) FROM unnest(${slugs.toSorted()}::text[]) AS slug`,
    read<{ slug: string }>(tx, `slugs.find.${table}`)`
      SELECT slug FROM ${quoted(table)} WHERE slug = ANY (${slugs}::text[])`,
  ]);
  const unusable = new Set(["", "new", ...taken.map(({ slug }) => slug)]);
  return slugs.map((slug) => {
    const isUsable = !unusable.has(slug);
    unusable.add(slug);
    return isUsable ? slug : [slug || "untitled", randomBase62(tx.random, 6).toLowerCase()].join("-");
  });
}
