import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { isMuted } from "@/lib/domain/people/screening/recipients";
import { buildTree, containsPhrase } from "@/lib/domain/people/screening/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { literal, sql } from "@/lib/infra/database/sql";
import { retractWhere } from "./folding";

/** Types whose preview quotes the actor, so that muted words apply. Other types quote the recipient or the platform. */
const QUOTES: readonly NotificationType[] = ["COMMENT", "REPLY", "MENTION", "QUOTE"];

/** How many of the newest unread quotes are searched within the request that mutes a word. */
const LOOKED_THROUGH = 500;

export const quotesActor = (type: NotificationType) => QUOTES.includes(type);

export interface Inserted {
  id: string;
  userId: string;
  phrases: string[] | null;
  /** Whether the recipient subscribes to events about it. */
  isRecorded: boolean;
  /** Whether it is pushed to a browser. */
  isPushed: boolean;
}

/** Retracts the notifications of recipients who mute a word of the text. Returns the others. */
export async function withoutMuted(tx: VisitorContext, inserted: Inserted[], text: string): Promise<Inserted[]> {
  const muted = inserted.filter((row) => isMuted(text, row, tx.now));
  if (muted.length > 0) await takeBack(tx, muted);
  return inserted.filter((row) => !muted.includes(row));
}

/** Retracts the actor's unread notifications that quote a word which they have just muted. */
export async function retractQuotes(tx: Context, folded: string): Promise<void> {
  const unread = await read<{ id: string; preview: string }>(tx, "notifications.quotes")`
    SELECT id, preview FROM "Notification" WHERE "userId" = ${tx.actor.id} AND "readAt" IS NULL
      AND type = ANY (${QUOTES}::"NotificationType"[]) AND preview IS NOT NULL
    ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(LOOKED_THROUGH)}`;
  const phrase = buildTree([{ folded, until: null }]);
  const muted = unread.filter(({ preview }) => containsPhrase(preview, phrase, tx.now));
  if (muted.length > 0) await takeBack(tx, muted);
}

const takeBack = (tx: VisitorContext, notifications: { id: string }[]) =>
  retractWhere(tx, "muted", sql`id = ANY (${notifications.map(({ id }) => id)}::text[])`);
