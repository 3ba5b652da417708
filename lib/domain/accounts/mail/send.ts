import { retryConflicts, type VisitorContext, write, read } from "@/lib/domain/kernel/context";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { sendMessage, type SendResult } from "@/lib/infra/mailer";
import { decrypt, UndecryptableSecret } from "@/lib/infra/secrets";
import {
  PROGRESS_COLUMNS,
  type Progress,
  progressOf,
  type ProgressRow,
} from "@/lib/domain/consequences/webhooks/delivery/progress";
import { waitAfter } from "@/lib/domain/consequences/webhooks/rules";
import { nowPlus, type Sql, sql, NOW } from "@/lib/infra/database/sql";
import { log } from "@/lib/infra/log/log";
import { composeLetter, type LetterContent } from "./letters";
import { ATTEMPT_SCHEDULE_SECONDS, SEND_TIMEOUT_MS, LETTER_LEASE_MS } from "./rules";
import { randomBase62 } from "@/lib/domain/kernel/id";

/** Claims one letter if it is due and free, sends it and settles it. Returns its progress after that. */
export async function sendLetter(ctx: VisitorContext, id: string): Promise<Progress> {
  const letter = await claimLetter(ctx, id);
  if (letter) await sendClaimed(ctx, letter);
  const [row] = await read<ProgressRow>(ctx, "letters.progress")`
    SELECT ${PROGRESS_COLUMNS} FROM "Letter" WHERE id = ${id}`;
  return progressOf(row);
}

/**
 * Sends a claimed letter and settles the attempt. Call it outside any transaction; a failure of the mail server is an
 * outcome, not an error.
 */
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

/**
 * Settles an attempt unless its lease has passed to another holder. Erases final letters; a printed one stays until its
 * link expires.
 */
async function settleLetter(ctx: VisitorContext, letter: ClaimedLetter, result: SendResult): Promise<void> {
  switch (result.kind) {
    case "sent":
      return update(ctx, letter, "sent", sql`${SENT}, content = NULL`);
    case "printed":
      return update(ctx, letter, "printed", SENT);
    case "rejected":
      return fail(ctx, letter, result.error);
    case "failed": {
      const waitMs = waitAfter(letter.attempts + 1, ATTEMPT_SCHEDULE_SECONDS, ctx.random);
      if (waitMs === undefined) return fail(ctx, letter, result.error);
      log.warn("letter not sent, to be tried again", { letterId: letter.id, kind: letter.kind, error: result.error });
      return update(ctx, letter, "retried", sql`"nextAttemptAt" = ${nowPlus(waitMs)}, error = ${result.error}`);
    }
  }
}

const SENT = sql`status = 'sent', "sentAt" = now(), "nextAttemptAt" = NULL, error = NULL`;

async function fail(ctx: VisitorContext, letter: ClaimedLetter, error: string): Promise<void> {
  log.warn("letter not sent", { letterId: letter.id, kind: letter.kind, attempts: letter.attempts + 1, error });
  await update(ctx, letter, "failed", sql`status = 'failed', content = NULL, "nextAttemptAt" = NULL, error = ${error}`);
}

async function update(
  ctx: VisitorContext,
  { id, leaseToken, attempts }: ClaimedLetter,
  outcome: string,
  change: Sql,
): Promise<void> {
  const statement = sql`
    UPDATE "Letter" SET ${change}, attempts = ${attempts + 1}, "leaseToken" = NULL, "leaseEndsAt" = NULL
     WHERE id = ${id} AND "leaseToken" = ${leaseToken}`;
  await retryConflicts(() => write(ctx, `letters.${outcome}`)`${statement}`);
}

/** A letter that only the holder of its lease may send and settle. */
interface ClaimedLetter {
  id: string;
  kind: string;
  /** Encrypted. */
  content: string;
  attempts: number;
  expiresAt: Date | null;
  leaseToken: string;
}

const isDue = sql`status = 'pending' AND "nextAttemptAt" <= ${NOW}`;
/** Matches a letter that nobody has leased. The lease of a crashed process expires, and its attempt is not counted. */
const isFree = sql`("leaseToken" IS NULL OR "leaseEndsAt" < ${NOW})`;

/** Claims one letter if it is due and free: of any number of concurrent callers, one gets it. */
async function claimLetter(ctx: VisitorContext, id: string): Promise<ClaimedLetter | undefined> {
  const [letter] = await lease(
    ctx,
    "letters.claim",
    sql`SELECT id FROM "Letter" WHERE id = ${id} AND ${isDue} AND ${isFree} FOR UPDATE`,
  );
  return letter;
}

interface LettersToClaim {
  limit: number;
  /** Only those that have been due for this long: another driver lost them. */
  overdueMs?: number;
  /** These as well, if they are due. */
  letterIds?: readonly string[];
}

export function claimLetters(
  ctx: VisitorContext,
  { limit, overdueMs = 0, letterIds = [] }: LettersToClaim,
): Promise<ClaimedLetter[]> {
  return lease(
    ctx,
    "letters.claimAll",
    sql`SELECT id FROM "Letter"
         WHERE ${isDue} AND ${isFree} AND ("nextAttemptAt" <= ${nowPlus(-overdueMs)} OR id = ANY (${[...letterIds]}::text[]))
         ORDER BY "nextAttemptAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
}

function lease(ctx: VisitorContext, name: "letters.claim" | "letters.claimAll", due: Sql): Promise<ClaimedLetter[]> {
  return read<ClaimedLetter>(ctx, name)`
    WITH due AS (${due})
    UPDATE "Letter" l SET "leaseToken" = ${randomBase62(ctx.random, 20)}, "leaseEndsAt" = ${nowPlus(LETTER_LEASE_MS)}
      FROM due WHERE l.id = due.id
    RETURNING l.id, l.kind, l.content, l.attempts, l."expiresAt", l."leaseToken"`;
}
