import type { Context } from "@/lib/domain/context";
import { env } from "@/lib/infra/env";
import { log, onceAMinute } from "@/lib/infra/log";
import { UndecryptableSecret } from "@/lib/infra/secrets";
import { type LeasedDelivery, leaseDelivery } from "./lease";
import { askedWait, type Outcome, outcomeOf } from "./outcome";
import { post, type Reply } from "./post";
import { signingSecrets } from "./secret";
import { settleFailure, settleSuccesses } from "./settle";
import { signedHeaders } from "./signing";

/** Where a delivery stands: finished, or to be looked at again. */
export type Progress = { state: "over" } | { state: "waiting"; until: Date };

/** Attempts a delivery if it is due and nobody else attempts it, and tells how things stand after that. */
export async function attemptDelivery(ctx: Context, id: string): Promise<Progress> {
  const leased = await leaseDelivery(ctx, id);
  if (leased) await settle(ctx, await sendDelivery(leased, ctx.now));
  const row = await ctx.db.delivery.findUnique({
    where: { id },
    select: { status: true, nextAttemptAt: true, leaseEndsAt: true },
  });
  if (row?.status !== "pending" || !row.nextAttemptAt) return { state: "over" };
  return {
    state: "waiting",
    until: row.leaseEndsAt && row.leaseEndsAt > row.nextAttemptAt ? row.leaseEndsAt : row.nextAttemptAt,
  };
}

/** An attempt that was made, and is not written down yet. */
export interface Sent {
  leased: LeasedDelivery;
  outcome: Outcome;
  retryAfterMs: number;
  endedAt: Date;
}

/** Sends a leased delivery, outside any transaction. */
export async function sendDelivery(leased: LeasedDelivery, now: Date): Promise<Sent> {
  const startedAt = performance.now();
  const reply = await sign(leased, now, (signature) =>
    post(
      leased.url,
      {
        "Content-Type": "application/json; charset=utf-8",
        "User-Agent": `Pegboard-Webhooks/1 (+${env().siteUrl})`,
        ...signature,
      },
      leased.body,
    ),
  );
  const durationMs = Math.round(performance.now() - startedAt);
  const endedAt = new Date(now.getTime() + durationMs);
  return { leased, outcome: outcomeOf(reply, durationMs), retryAfterMs: askedWait(reply, endedAt), endedAt };
}

/** A secret that cannot be decrypted fails the attempt, where its owner sees it: without one nothing is sent. */
async function sign(
  leased: LeasedDelivery,
  now: Date,
  send: (signature: Record<string, string>) => Promise<Reply>,
): Promise<Reply> {
  let signature: Record<string, string>;
  try {
    signature = signedHeaders(leased, signingSecrets(leased, now), now);
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
    reportUndecryptable({ deliveryId: leased.id, endpointId: leased.endpointId });
    return {
      kind: "fault",
      words: "The signing secret could not be decrypted. Rotate the endpoint's secret if this goes on.",
    };
  }
  return send(signature);
}

const reportUndecryptable = onceAMinute((fields, suppressed) =>
  log.error("webhook secret could not be decrypted", { ...(fields as object), suppressed }),
);

async function settle(ctx: Context, sent: Sent): Promise<void> {
  if (sent.outcome.error === null) await settleSuccesses(ctx, [sent]);
  else await settleFailure(ctx, sent);
}
