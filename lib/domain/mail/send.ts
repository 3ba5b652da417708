import type { VisitorContext } from "@/lib/domain/context";
import { currentSite } from "@/lib/domain/site/current";
import { sendMessage, type SendResult } from "@/lib/infra/mailer";
import { decrypt, UndecryptableSecret } from "@/lib/infra/secrets";
import { type ClaimedLetter, claimLetter } from "./claim";
import { composeLetter } from "./letters";
import { SEND_TIMEOUT_MS } from "./rules";
import { settleLetter } from "./settle";
import type { LetterContent } from "./template";

/** Whether a letter is final, or when to check it again. */
export type LetterProgress = { state: "final" } | { state: "waiting"; until: Date };

/** Claims one letter if it is due and free, sends it and settles it. Returns its progress after that. */
export async function sendLetter(ctx: VisitorContext, id: string): Promise<LetterProgress> {
  const letter = await claimLetter(ctx, id);
  if (letter) await sendClaimed(ctx, letter);
  return readProgress(ctx, id);
}

/** Sends a claimed letter, outside any transaction, and settles it. A failure of the mail server is not an error. */
export async function sendClaimed(ctx: VisitorContext, letter: ClaimedLetter): Promise<void> {
  await settleLetter(ctx, letter, await attempt(letter, ctx.now));
}

async function attempt({ id, kind, content, expiresAt }: ClaimedLetter, now: Date): Promise<SendResult> {
  if (expiresAt && expiresAt <= now)
    return { kind: "rejected", error: "The link in it expired before it could be sent" };
  try {
    // Uses the site's name as last read.
    await currentSite();
    const message = composeLetter(id, kind, JSON.parse(decrypt(content)) as LetterContent);
    return await sendMessage(message, { timeoutMs: SEND_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
    // While the encryption key is being changed, another instance may have the key that this one lacks.
    return { kind: "failed", error: error.message };
  }
}

async function readProgress(ctx: VisitorContext, id: string): Promise<LetterProgress> {
  const row = await ctx.db.letter.findUnique({
    where: { id },
    select: { status: true, nextAttemptAt: true, leaseEndsAt: true },
  });
  if (row?.status !== "pending" || !row.nextAttemptAt) return { state: "final" };
  const { nextAttemptAt, leaseEndsAt } = row;
  return { state: "waiting", until: leaseEndsAt && leaseEndsAt > nextAttemptAt ? leaseEndsAt : nextAttemptAt };
}
