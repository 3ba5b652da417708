import { createHash } from "node:crypto";
import { type Context, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { forbidden, invalid } from "@/lib/domain/kernel/errors";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { findResolvedProblem } from "@/lib/domain/consequences/webhooks/address";
import { encrypt } from "@/lib/infra/secrets";
import type { NewPushSubscription, PushSubscription } from "./schema";
import type { PushTarget } from "./target";

/**
 * Looks up the host of a push service, before any transaction: a name server may take seconds.
 * @throws DomainError `invalid_request` on `endpoint` if the host has an address outside the public internet
 */
export async function checkPushService({ actor }: Context, { endpoint }: { endpoint: string }): Promise<void> {
  const problem = await findResolvedProblem(endpoint, actor.id);
  if (problem) throw invalid([{ param: "endpoint", message: problem.replace(/^url/, "endpoint") }]);
}

/**
 * Has notifications pushed to the browser of the caller's session, instead of to the one before. A browser that pushed
 * for another session, such as that of whoever used it last, does so no longer.
 * @throws DomainError `signed_out` if the session ended meanwhile
 */
export function subscribe(ctx: Context, subscription: NewPushSubscription): Promise<PushSubscription> {
  const sessionId = sessionOf(ctx);
  const { endpoint, keys, shows_private } = subscription;
  const target: PushTarget = { endpoint, keys };
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const [before] = await read<PushSubscription>(tx, "push.replace")`
      DELETE FROM "PushSubscription" WHERE "sessionId" = ${sessionId} RETURNING "showsPrivate"`;
    const showsPrivate = shows_private ?? before?.showsPrivate ?? false;
    await write(tx, "push.subscribe")`
      INSERT INTO "PushSubscription" ("sessionId", "userId", "endpointHash", target, service, "showsPrivate", "createdAt")
      VALUES (${sessionId}, ${tx.actor.id}, ${hashOf(endpoint)}, ${encrypt(JSON.stringify(target))},
              ${new URL(endpoint).origin}, ${showsPrivate}, ${tx.now})
      ON CONFLICT ("endpointHash") DO UPDATE SET "sessionId" = excluded."sessionId", "userId" = excluded."userId",
        target = excluded.target, "showsPrivate" = excluded."showsPrivate", "createdAt" = excluded."createdAt",
        "failingSince" = NULL`;
    return { showsPrivate };
  });
}

/** Pushes nothing more to the browser of the caller's session. */
export async function unsubscribe(ctx: Context): Promise<void> {
  await write(ctx, "push.unsubscribe")`DELETE FROM "PushSubscription" WHERE "sessionId" = ${sessionOf(ctx)}`;
}

function sessionOf({ session }: Context): string {
  if (!session) throw forbidden("Only a browser that is signed in can be pushed to.");
  return session.id;
}

const hashOf = (endpoint: string) => createHash("sha256").update(endpoint).digest("base64url");
