import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { isMuted } from "@/lib/domain/screening/recipients";
import { containsPhrase, growTree } from "@/lib/domain/screening/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { literal, sql } from "@/lib/infra/sql";
import { type DeletedNotice, unfoldNewest } from "./folding";

/** What quotes its actor, whose words the recipient may mute. Others quote the recipient or the platform. */
const QUOTES: readonly NotificationType[] = ["COMMENT", "REPLY", "MENTION"];

/** Our choice: of a recipient's unread quotes, how many of the newest are looked through when they mute a word. */
const LOOKED_THROUGH = 500;

export const quotesActor = (type: NotificationType) => QUOTES.includes(type);

/** A notification that was just inserted, with its recipient's muted words. */
export interface Inserted {
  id: string;
  userId: string;
  phrases: string[] | null;
}

/** Takes back those whose recipients mute a word of the text. Returns the others. */
export async function withoutMuted(tx: VisitorContext, inserted: Inserted[], text: string): Promise<Inserted[]> {
  const muted = inserted.filter((row) => isMuted(text, row, tx.now));
  if (muted.length > 0) await takeBack(tx, muted);
  return inserted.filter((row) => !muted.includes(row));
}

/** Takes back the actor's unread notifications that quote a word which they mute from now on. */
export async function retractQuotes(tx: Context, folded: string): Promise<void> {
  const unread = await read<{ id: string; preview: string }>(
    tx,
    "notifications.quotes",
    sql`SELECT id, preview FROM "Notification" WHERE "userId" = ${tx.actor.id} AND "readAt" IS NULL
        AND type IN ('COMMENT', 'REPLY', 'MENTION') AND preview IS NOT NULL
      ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(LOOKED_THROUGH)}`,
  );
  const phrase = growTree([{ folded, until: null }]);
  const muted = unread.filter(({ preview }) => containsPhrase(preview, phrase, tx.now));
  if (muted.length > 0) await takeBack(tx, muted);
}

async function takeBack(tx: VisitorContext, notifications: { id: string }[]): Promise<void> {
  const deleted = await read<DeletedNotice>(
    tx,
    "notifications.muted",
    sql`DELETE FROM "Notification" WHERE id = ANY (${notifications.map(({ id }) => id)}::text[])
      RETURNING "groupId", folded`,
  );
  await unfoldNewest(tx, deleted);
}
