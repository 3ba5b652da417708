import { idFor, type VisitorContext, write } from "@/lib/domain/context";
import { NOW } from "@/lib/infra/database/clock";
import { encrypt } from "@/lib/infra/secrets";
import { dispatchLetters } from "./dispatch";
import type { LetterKind } from "./letters";
import { isMailSetUp } from "./queries";
import type { LetterContent } from "./template";

export interface LetterDraft extends LetterContent {
  userId: string;
  kind: LetterKind;
  /** When the link in it stops working. */
  expiresAt?: Date;
}

/** Queues a letter in the transaction of the act that causes it. Does nothing where the deployment has no mail. */
export async function queueLetter(
  tx: VisitorContext,
  { userId, kind, expiresAt, ...content }: LetterDraft,
): Promise<void> {
  if (!isMailSetUp()) return;
  const id = idFor(tx, "ltr");
  await write(tx, "letters.queue")`
    INSERT INTO "Letter" (id, "userId", kind, content, "nextAttemptAt", "expiresAt", "createdAt")
    VALUES (${id}, ${userId}, ${kind}, ${encrypt(JSON.stringify(content))}, ${NOW}, ${expiresAt}, ${tx.now})`;
  tx.afterCommit(() => dispatchLetters([id]));
}
