import { type Context, idFor, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { dispatch } from "@/lib/domain/kernel/dispatch";
import { NOW } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";
import { encrypt } from "@/lib/infra/secrets";
import type { LetterContent, LetterKind } from "./letters";
import { isMailSetUp } from "./queries";

export interface LetterDraft extends Omit<LetterContent, "email"> {
  userId: string;
  /** Null if the account has no address to write to: nothing is queued then. */
  email: string | null;
  kind: LetterKind;
  /** When the link in it stops working. */
  expiresAt?: Date;
}

export const verifiedEmail = ({ email, emailVerifiedAt }: Pick<User, "email" | "emailVerifiedAt">): string | null =>
  emailVerifiedAt && email;

/** Queues a letter. Does nothing where the deployment has no mail. */
export async function queueLetter(
  tx: VisitorContext,
  { userId, kind, expiresAt, email, ...content }: LetterDraft,
): Promise<void> {
  if (email === null || !isMailSetUp()) return;
  const id = idFor(tx, "ltr");
  await write(tx, "letters.queue")`
    INSERT INTO "Letter" (id, "userId", kind, content, "nextAttemptAt", "expiresAt", "createdAt")
    VALUES (${id}, ${userId}, ${kind}, ${encrypt(JSON.stringify({ email, ...content }))}, ${NOW}, ${expiresAt}, ${tx.now})`;
  tx.afterCommit(() => dispatch("letters", [id]));
}

/** Deletes the actor's letters, sent or not. */
export async function deleteOwnLetters(tx: Context): Promise<void> {
  await write(tx, "letters.deleteOwn")`DELETE FROM "Letter" WHERE "userId" = ${tx.actor.id}`;
}

/** Erases the content of printed letters once their links have expired. */
export async function eraseExpiredContent(ctx: VisitorContext): Promise<void> {
  await write(ctx, "letters.eraseExpired")`
    UPDATE "Letter" SET content = NULL WHERE status = 'sent' AND content IS NOT NULL AND "expiresAt" < ${ctx.now}`;
}
