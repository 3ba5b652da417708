import { retryConflicts, type VisitorContext, write } from "@/lib/domain/context";
import { waitAfter } from "@/lib/domain/webhooks/rules";
import { nowPlus } from "@/lib/infra/database/clock";
import { log } from "@/lib/infra/log/log";
import type { SendResult } from "@/lib/infra/mailer";
import { type Sql, sql } from "@/lib/infra/database/sql";
import type { ClaimedLetter } from "./claim";
import { ATTEMPT_SCHEDULE_SECONDS } from "./rules";

/**
 * Settles an attempt, unless its lease has passed to another holder. Erases the content of a final letter; that of a
 * printed one stays readable for the operator (`npm run mail`) until its link expires.
 */
export async function settleLetter(ctx: VisitorContext, letter: ClaimedLetter, result: SendResult): Promise<void> {
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
