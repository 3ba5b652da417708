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

/** Queues letters. Does nothing where the deployment has no mail. */
export async function queueLetters(tx: VisitorContext, drafts: readonly LetterDraft[]): Promise<void> {
  const letters = isMailSetUp() ? drafts.filter(({ email }) => email !== null) : [];
  if (letters.length === 0) return;
  const ids = letters.map(() => idFor(tx, "ltr"));
  const contents = letters.map(({ userId: _userId, kind: _kind, expiresAt: _expiresAt, ...content }) =>
    encrypt(JSON.stringify(content)),
  );
  await write(tx, "letters.queue")`
    INSERT INTO "Letter" (id, "userId", kind, content, "nextAttemptAt", "expiresAt", "createdAt")
    SELECT id, "userId", kind, content, ${NOW}, "expiresAt", ${tx.now} FROM unnest(
      ${ids}::text[], ${letters.map(({ userId }) => userId)}::text[], ${letters.map(({ kind }) => kind)}::text[],
      ${contents}::text[], ${letters.map(({ expiresAt }) => expiresAt ?? null)}::timestamptz[])
      AS letter(id, "userId", kind, content, "expiresAt")`;
  tx.afterCommit(() => dispatch("letters", ids));
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
