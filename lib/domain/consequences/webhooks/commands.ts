import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { conflict, invalid, notFound } from "@/lib/domain/kernel/errors";
import { subscribeLog } from "@/lib/domain/consequences/event-log/commands";
import { lockAccount, lockActorWithSession } from "@/lib/domain/kernel/locks";
import { encrypt } from "@/lib/infra/secrets";
import { findResolvedProblem } from "./address";
import { disableEndpoint, enableEndpoint, type EndpointHealth, lockEndpoint } from "./health";
import { type EndpointColumns, endpointColumns, presentEndpoint, presentListedEndpoint } from "./present";
import { MAX_ENDPOINTS } from "./rules";
import type { CreatedEndpoint, Endpoint, EndpointChanges, NewEndpoint } from "./schema";
import { newSigningSecret } from "./signing";

/**
 * Looks up the host of an endpoint's new URL, before any transaction: a name server may take seconds.
 * @throws `invalid_request` on `url` if the host has an address outside the public internet
 */
export async function checkDestination({ actor }: Context, { url }: { url?: string }): Promise<void> {
  const problem = url && (await findResolvedProblem(url, actor.id));
  if (problem) throw invalid([{ param: "url", message: problem }]);
}

/**
 * Creates an endpoint, and returns its signing secret, which nothing returns again.
 * @throws `conflict` if the account has `MAX_ENDPOINTS` already
 */
export function createEndpoint(
  ctx: Context,
  { url, events, filter = null, payload = "thin", description = "" }: NewEndpoint,
): Promise<CreatedEndpoint> {
  return inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const own = await read<{ id: string }>(tx, "webhooks.own")`
      SELECT id FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id}`;
    if (own.length >= MAX_ENDPOINTS) {
      throw conflict(`An account has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one you no longer need.`);
    }
    await subscribeLog(tx, { events });
    const secret = newSigningSecret(tx.random);
    const [row] = await read<EndpointColumns>(tx, "webhooks.insert")`
      INSERT INTO "WebhookEndpoint" (id, "userId", url, description, events, filter, "fullPayload", secret, "createdAt")
      VALUES (${idFor(tx, "whe")}, ${tx.actor.id}, ${url}, ${description}, ${events},
              ${filter && JSON.stringify(filter)}::jsonb, ${payload === "full"}, ${encrypt(secret)}, ${tx.now})
      RETURNING ${endpointColumns}`;
    return { ...presentListedEndpoint(row!), secret };
  });
}

/** Changes an endpoint. Re-enabling resets the failure counts and does not resend old deliveries. */
export function updateEndpoint(
  ctx: Context,
  { id, url, events, filter, payload, description, enabled }: { id: string } & EndpointChanges,
): Promise<Endpoint> {
  return inTransaction(ctx, async (tx) => {
    // Before the endpoint, as publishing locks them in this order.
    if (events) await lockAccount(tx, tx.actor.id);
    const endpoint = await lockOwnEndpoint(tx, id);
    if (events) await subscribeLog(tx, { events: [...endpoint.events, ...events] });
    if (enabled === false && endpoint.enabled) await disableEndpoint(tx, id, null);
    if (enabled === true && !endpoint.enabled) await enableEndpoint(tx, id);
    const [row] = await read<EndpointColumns>(tx, "webhooks.update")`
      UPDATE "WebhookEndpoint"
        SET url = COALESCE(${url}, url), events = COALESCE(${events}::text[], events),
            filter = CASE WHEN ${filter === undefined} THEN filter ELSE ${filter && JSON.stringify(filter)}::jsonb END,
            "fullPayload" = COALESCE(${payload && payload === "full"}::boolean, "fullPayload"),
            description = COALESCE(${description}, description)
      WHERE id = ${id} RETURNING ${endpointColumns}`;
    return presentEndpoint(row!);
  });
}

/** Replaces an endpoint's signing secret. The old one keeps signing beside the new one for `graceSeconds`. */
export function rotateSecret(
  ctx: Context,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<{ secret: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnEndpoint(tx, id);
    const secret = newSigningSecret(tx.random);
    await write(tx, "webhooks.rotateSecret")`
      UPDATE "WebhookEndpoint"
        SET secret = ${encrypt(secret)}, "previousSecret" = secret,
            "previousSecretEndsAt" = ${new Date(tx.now.getTime() + graceSeconds * 1000)}
      WHERE id = ${id}`;
    return { secret };
  });
}

/**
 * Deletes an endpoint with all its deliveries, pending ones included. The log keeps recording what it asked for as if a
 * program had subscribed to it now, so that nothing is lost between an endpoint and the one that replaces it.
 */
export function deleteEndpoint(ctx: Context, { id }: { id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const { events } = await lockOwnEndpoint(tx, id);
    await subscribeLog(tx, { events });
    await write(tx, "webhooks.delete")`DELETE FROM "WebhookEndpoint" WHERE id = ${id}`;
  });
}

/** Locks an endpoint of the actor's. @throws `not_found` */
export async function lockOwnEndpoint(tx: Context, id: string): Promise<EndpointHealth> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint?.userId !== tx.actor.id) throw notFound();
  return endpoint;
}

export async function deleteOwnEndpoints(tx: Context): Promise<void> {
  await write(tx, "webhooks.deleteOwn")`DELETE FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id}`;
}

export function deleteEndpointsSince(tx: Context, since: Date): Promise<number> {
  return write(tx, "webhooks.deleteSince")`
    DELETE FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id} AND "createdAt" >= ${since}`;
}

/** Disables the endpoints of a suspended account, and cancels their pending deliveries. */
export async function disableOwnEndpoints(tx: Context): Promise<void> {
  const endpoints = await read<{ id: string }>(tx, "webhooks.lockEnabled")`
    SELECT id FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id} AND enabled ORDER BY id FOR NO KEY UPDATE`;
  for (const { id } of endpoints) await disableEndpoint(tx, id, "Your account was suspended.");
}
