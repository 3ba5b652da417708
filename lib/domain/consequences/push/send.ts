import { createHmac } from "node:crypto";
import webPush from "web-push";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { readSiteName } from "@/lib/domain/accounts/users/site-name";
import { waitAfter } from "@/lib/domain/consequences/webhooks/rules";
import { env } from "@/lib/infra/environment/env";
import { log } from "@/lib/infra/log/log";
import { findPublicUrlProblem } from "@/lib/infra/network/public-address";
import { describeRequestError, parseRetryAfter, sendToPublic } from "@/lib/infra/network/public-request";
import { deriveKey, UndecryptableSecret } from "@/lib/infra/secrets";
import { presentPush, type PushMessage } from "./present";
import { type ReadyPush, settleExhausted, settleFailed, settleGone, settleSent } from "./queue";
import { ATTEMPT_SCHEDULE_SECONDS, MAX_RESPONSE_BYTES, TIMEOUT_MS, TTL_MS } from "./rules";
import { type PushTarget, readTarget } from "./target";
import { applicationServerKey, vapidSubject } from "./vapid";

type Outcome =
  | { kind: "sent" }
  /** The browser ended the subscription, or never had one. */
  | { kind: "gone" }
  /** The service will not take this message, whenever it is sent. */
  | { kind: "rejected"; error: string }
  | { kind: "failed"; error: string; retryAfterMs: number };

/**
 * Sends a push that was prepared, and settles the attempt. Call it outside any transaction; a failure of the push
 * service is an outcome, not an error.
 */
export async function sendPush(ctx: VisitorContext, push: ReadyPush): Promise<void> {
  const outcome = await attempt(ctx, push);
  switch (outcome.kind) {
    case "sent":
      return settleSent(ctx, push);
    case "gone":
      return settleGone(ctx, push);
    case "rejected":
      return giveUp(ctx, push, outcome.error);
    case "failed": {
      const waitMs = waitAfter(push.attempts + 1, ATTEMPT_SCHEDULE_SECONDS, ctx.random, outcome.retryAfterMs);
      return waitMs === undefined ? giveUp(ctx, push, outcome.error) : settleFailed(ctx, push, waitMs);
    }
  }
}

async function giveUp(ctx: VisitorContext, push: ReadyPush, error: string): Promise<void> {
  log.warn("notification not pushed", { notificationId: push.notificationId, service: push.service, error });
  await settleExhausted(ctx, push);
}

async function attempt({ now }: VisitorContext, push: ReadyPush): Promise<Outcome> {
  try {
    const target = readTarget(push.target);
    const problem = findPublicUrlProblem(target.endpoint);
    if (problem) return { kind: "rejected", error: problem };
    const message = presentPush(push.notification, { ...push, siteName: await readSiteName() });
    const { status, headers } = await sendToPublic(requestFor(target, message));
    return outcomeOf(status, parseRetryAfter(headers["retry-after"], now));
  } catch (error) {
    const reason = error instanceof UndecryptableSecret ? error.message : describeRequestError(error);
    return { kind: "failed", error: reason, retryAfterMs: 0 };
  }
}

/** Encrypts and signs a message by RFC 8291 and RFC 8292. */
function requestFor(target: PushTarget, message: PushMessage): Parameters<typeof sendToPublic>[0] {
  const { headers, body } = webPush.generateRequestDetails(target, JSON.stringify(message), {
    vapidDetails: {
      subject: vapidSubject(),
      publicKey: applicationServerKey() ?? "",
      privateKey: env().vapidPrivateKey ?? "",
    },
    TTL: TTL_MS / 1000,
    urgency: "normal",
    topic: topicOf(message),
  });
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return {
    method: "POST",
    url: new URL(target.endpoint),
    headers: Object.fromEntries(texts) as Record<string, string>,
    body,
    timeoutMs: TIMEOUT_MS,
    maxBytes: MAX_RESPONSE_BYTES,
  };
}

/** While a browser is away, its push service replaces what has the same topic: 32 characters that tell it nothing. */
const topicOf = ({ tag }: PushMessage) =>
  createHmac("sha256", deriveKey("push topics")).update(tag).digest("base64url").slice(0, 32);

function outcomeOf(status: number, retryAfterMs: number): Outcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (status === 404 || status === 410) return { kind: "gone" };
  const error = `The push service answered ${status}.`;
  if (status === 429 || status >= 500) return { kind: "failed", error, retryAfterMs };
  return { kind: "rejected", error };
}
