import { signedHeaders } from "@/lib/domain/webhooks/signing";
import { env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { canDecrypt, decrypt, UndecryptableSecret } from "@/lib/infra/secrets";
import { beginSpan, endSpan, type TraceCarrier, traceCarrier } from "@/lib/infra/log/tracing";
import type { ClaimedDelivery } from "./lease";
import { type Outcome, parseRetryAfter, toOutcome } from "./outcome";
import { type HttpResult, postBody } from "./transport";

/** An attempt that was made and is not settled yet. */
export interface CompletedAttempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  retryAfterMs: number;
  endedAt: Date;
}

/**
 * Sends a claimed delivery to its receiver, outside any transaction. A receiver's failure is an outcome, not an error.
 */
export async function attemptDelivery(delivery: ClaimedDelivery, now: Date): Promise<CompletedAttempt> {
  const startedAt = performance.now();
  const span = beginSpan("webhook delivery", {
    kind: "client",
    attributes: { "pegboard.delivery_id": delivery.id, "pegboard.event": delivery.event },
    parent: { traceparent: delivery.traceparent ?? undefined },
  });
  const result = await sendSigned(delivery, now, traceCarrier(span));
  const durationMs = Math.round(performance.now() - startedAt);
  const outcome = toOutcome(result, durationMs);
  endSpan(span, { "http.response.status_code": outcome.responseStatus ?? undefined, failed: outcome.error !== null });
  metrics.deliveryDuration.observe(durationMs / 1000);
  // The sandbox's clock does not move in the meantime.
  const endedAt = currentSandbox() ? now : new Date(now.getTime() + durationMs);
  return {
    delivery,
    outcome,
    retryAfterMs: parseRetryAfter(result, endedAt),
    endedAt,
  };
}

async function sendSigned(delivery: ClaimedDelivery, now: Date, trace: TraceCarrier): Promise<HttpResult> {
  const signature = sign(delivery, now);
  if (!signature) return SIGNING_FAILED;
  const headers = {
    "Content-Type": "application/json; charset=utf-8",
    "User-Agent": `Pegboard-Webhooks/1 (+${env().siteUrl})`,
    ...signature,
    ...trace,
  };
  return postBody(delivery.url, headers, delivery.body);
}

/** Returns undefined if the secret cannot be decrypted: that fails the attempt, which the endpoint's owner sees. */
function sign(delivery: ClaimedDelivery, now: Date): Record<string, string> | undefined {
  try {
    // Receivers compare the signature's time with their own clocks, even for a sandbox.
    return signedHeaders(delivery, signingSecrets(delivery, now), currentSandbox() ? new Date() : now);
  } catch (error) {
    if (!(error instanceof UndecryptableSecret)) throw error;
    reportUndecryptable({ deliveryId: delivery.id, endpointId: delivery.endpointId });
    return undefined;
  }
}

const SIGNING_FAILED: HttpResult = {
  kind: "error",
  message: "The signing secret could not be decrypted. Rotate the endpoint's secret if this continues.",
};

const reportUndecryptable = onceAMinute((fields, suppressed) =>
  log.error("webhook secret could not be decrypted", { ...(fields as object), suppressed }),
);

/**
 * Returns the decrypted secrets that sign at `now`, newest first. A previous secret that cannot be decrypted is
 * omitted.
 * @throws UndecryptableSecret if the current one cannot be decrypted
 */
function signingSecrets({ secret, previousSecret, previousSecretEndsAt }: ClaimedDelivery, now: Date): string[] {
  const overlaps =
    previousSecret !== null &&
    previousSecretEndsAt !== null &&
    previousSecretEndsAt > now &&
    canDecrypt(previousSecret);
  return (overlaps ? [secret, previousSecret] : [secret]).map(decryptCached);
}

const MAX_CACHED_SECRETS = 200;
const cachedSecrets = new Map<string, string>();

/** Caches, because an endpoint's deliveries come in bursts, and decrypting costs as much as signing. */
function decryptCached(encrypted: string): string {
  const secret = cachedSecrets.get(encrypted) ?? decrypt(encrypted);
  if (cachedSecrets.size === MAX_CACHED_SECRETS) cachedSecrets.clear();
  cachedSecrets.set(encrypted, secret);
  return secret;
}
