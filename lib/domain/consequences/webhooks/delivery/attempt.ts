import { signedHeaders } from "@/lib/domain/consequences/webhooks/signing";
import { env } from "@/lib/infra/environment/env";
import { log, onceAMinute } from "@/lib/infra/log/log";
import { metrics } from "@/lib/infra/log/metrics";
import { currentSandbox } from "@/lib/infra/sandbox/scope";
import { canDecrypt, decrypt, UndecryptableSecret } from "@/lib/infra/secrets";
import { beginSpan, endSpan, type TraceCarrier, traceCarrier } from "@/lib/infra/log/tracing";
import type { ClaimedDelivery } from "./lease";
import type { AttemptEntry, Outcome } from "./outcome";
import { ATTEMPT_LOG_LENGTH, MAX_RESPONSE_BYTES, TIMEOUT_MS } from "@/lib/domain/consequences/webhooks/rules";
import { findUrlProblem } from "@/lib/domain/consequences/webhooks/address";
import { describeRequestError, parseRetryAfter, sendToPublic, storableText } from "@/lib/infra/network/public-request";

/** An attempt that was made and is not settled yet. */
export interface CompletedAttempt {
  delivery: ClaimedDelivery;
  outcome: Outcome;
  retryAfterMs: number;
  endedAt: Date;
}

/**
 * Sends one signed request for a delivery. Call it outside any transaction; a receiver's failure is an outcome, not an
 * error.
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
    retryAfterMs: result.kind === "response" ? parseRetryAfter(result.retryAfter, endedAt) : 0,
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
 * Newest first. A previous secret that cannot be decrypted is omitted.
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

/** Converts the result of a request to an outcome. Any 2xx status is a success. */
function toOutcome(result: HttpResult, durationMs: number): Outcome {
  if (result.kind === "error") return { responseStatus: null, responseBody: null, error: result.message, durationMs };
  return {
    responseStatus: result.status,
    responseBody: result.body,
    error: isSuccess(result.status) ? null : describeFailure(result.status),
    durationMs,
  };
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function describeFailure(status: number): string {
  const isRedirect = status >= 300 && status < 400;
  return `The receiver answered ${status}.${isRedirect ? " Redirects are not followed." : ""}`;
}

/** Returns the delivery's log with an attempt appended. Response bodies are not part of the log. */
export function appendToLog({ delivery, outcome, endedAt }: CompletedAttempt): AttemptEntry[] {
  const { responseBody: _body, ...entry } = outcome;
  return [...delivery.attemptLog, { at: endedAt.toISOString(), ...entry }].slice(-ATTEMPT_LOG_LENGTH);
}

/** The result of a request: a response, or a message to the endpoint's owner that says why there is none. */
type HttpResult =
  | { kind: "response"; status: number; body: string; retryAfter: string | undefined }
  | { kind: "error"; message: string };

/** Sends a POST request to an endpoint's URL, within `TIMEOUT_MS`. Never rejects. */
export async function postBody(target: string, headers: Record<string, string>, body: string): Promise<HttpResult> {
  const problem = findUrlProblem(target);
  if (problem) return { kind: "error", message: problem };
  try {
    const {
      status,
      headers: received,
      bytes,
    } = await sendToPublic({
      method: "POST",
      url: new URL(target),
      headers: { ...headers, "Content-Length": `${Buffer.byteLength(body)}` },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_RESPONSE_BYTES,
    });
    return {
      kind: "response",
      status,
      body: storableText(bytes, MAX_RESPONSE_BYTES),
      retryAfter: received["retry-after"],
    };
  } catch (error) {
    return { kind: "error", message: describeRequestError(error) };
  }
}
