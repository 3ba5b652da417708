import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import type { Screen } from "@/lib/domain/kernel/page/keyset";
import { type Sql, sql } from "@/lib/infra/database/sql";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { buildTree, containsPhrase, type FoldedPhrase, type PhraseTree } from "./rules";

/** Selects the version of a viewer's muted words: 0 for a visitor, and for an account that never muted any. */
export function wordsVersionColumn(viewerId: string): Sql {
  return sql`COALESCE((SELECT "mutedWordsVersion" FROM "User" viewer WHERE viewer.id = ${viewerId}), 0) AS "wordsVersion"`;
}

/** What somebody wrote. */
interface Written {
  content: string;
  warning?: string | null;
  /** Who wrote it. */
  personId: string;
  media?: readonly { alt: string }[] | null;
  /** What it links to. */
  preview?: { kind: string; title?: string; description?: string; content?: string; bio?: string } | null;
}

/** A row of a list that the viewer's muted words apply to. */
export interface ScreenedRow extends Written {
  wordsVersion: number;
  quoted?: Written | null;
}

interface Held {
  version: number;
  phrases: PhraseTree;
}

/** Characters of muted words that a process caches, those of 25 accounts with the longest lists. */
const HELD_CHARACTERS = 300_000;
/** Extra rows that are read to replace a muted one. Most pages have none. */
const SPARE_ROWS = 1;

// By account, least recently used first. Each page reads the current version, so a process never applies an outdated
// list.
const held = new Map<string, Held>();
let heldCharacters = 0;

/** Filters out rows that contain the viewer's muted words, except for the viewer's own. */
export function wordScreen(ctx: VisitorContext): Screen<ScreenedRow> | undefined {
  const { actor } = ctx;
  if (!actor) return undefined;
  return {
    spareRows: held.get(actor.id)?.phrases.ends.size ? SPARE_ROWS : 0,
    async keeps(rows) {
      const version = rows[0]?.wordsVersion ?? 0;
      if (version === 0) return rows.map(() => true);
      const phrases = await phrasesOf(ctx, { userId: actor.id, version });
      const isMuted = (written: Written) =>
        written.personId !== actor.id && containsPhrase(wordsOf(written), phrases, ctx.now);
      return rows.map((row) => row.personId === actor.id || !(isMuted(row) || (row.quoted && isMuted(row.quoted))));
    },
  };
}

/** Filters the rows of a list that is not paged. */
export async function screened<Row extends ScreenedRow>(ctx: VisitorContext, rows: Row[]): Promise<Row[]> {
  const keeps = await wordScreen(ctx)?.keeps(rows);
  return keeps ? rows.filter((_row, index) => keeps[index]) : rows;
}

/** The text, its images' descriptions and its link's words, separated so that no phrase spans two of them. */
function wordsOf({ content, warning, media, preview }: Written): string {
  if (!media && !preview && !warning) return content;
  const { title = "", description = "", content: linked = "", bio = "" } = preview ?? { kind: "none" };
  return [content, warning ?? "", ...(media ?? []).map(({ alt }) => alt), title, description, linked, bio].join("\n");
}

async function phrasesOf(
  ctx: VisitorContext,
  { userId, version }: { userId: string; version: number },
): Promise<PhraseTree> {
  const known = held.get(userId);
  const phrases = known?.version === version ? known.phrases : await readPhrases(ctx, userId);
  // After a reset of the sandbox, the same account may have different words under the same version.
  if (currentSandbox()) return phrases;
  release(userId);
  held.set(userId, { version, phrases });
  heldCharacters += phrases.next.size;
  for (const oldest of held.keys()) {
    if (heldCharacters <= HELD_CHARACTERS || oldest === userId) break;
    release(oldest);
  }
  return phrases;
}

function release(userId: string): void {
  heldCharacters -= held.get(userId)?.phrases.next.size ?? 0;
  held.delete(userId);
}

async function readPhrases(ctx: VisitorContext, userId: string): Promise<PhraseTree> {
  const rows = await read<FoldedPhrase>(ctx, "words.phrases")`
    SELECT folded, until FROM "MutedWord" WHERE "userId" = ${userId}`;
  return buildTree(rows);
}
