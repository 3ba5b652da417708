import { type Context, idFor, inTransaction, read } from "@/lib/domain/context";
import { conflict, invalid, notFound } from "@/lib/domain/errors";
import { lockOwnAccount } from "@/lib/domain/guards/locks";
import { Prisma } from "@/lib/infra/prisma/client";
import { encrypt } from "@/lib/infra/secrets";
import { findResolvedProblem } from "./address";
import { disableEndpoint, type EndpointHealth, lockEndpoint } from "./health";
import { endpointSelect, presentEndpoint, presentListedEndpoint } from "./present";
import type { EndpointFilter } from "./filter";
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
 * Registers an endpoint and returns its signing secret, which nothing returns again.
 * @throws `conflict` if the account has `MAX_ENDPOINTS` already
 */
export function createEndpoint(
  ctx: Context,
  { url, events, filter = null, payload = "thin", description = "" }: NewEndpoint,
): Promise<CreatedEndpoint> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnAccount(tx);
    if ((await tx.db.webhookEndpoint.count({ where: { userId: tx.actor.id } })) >= MAX_ENDPOINTS) {
      throw conflict(`An account has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one you no longer need.`);
    }
    const secret = newSigningSecret(tx.random);
    const endpoint = {
      id: idFor(tx, "whe"),
      url,
      events,
      filter,
      fullPayload: payload === "full",
      enabled: true,
      createdAt: tx.now,
    };
    await tx.db.webhookEndpoint.create({
      data: { ...endpoint, filter: stored(filter), userId: tx.actor.id, description, secret: encrypt(secret) },
      select: { id: true },
    });
    return { ...presentListedEndpoint(endpoint), secret };
  });
}

/** Undefined leaves it unchanged. */
const stored = (filter: EndpointFilter | null | undefined) => (filter === null ? Prisma.DbNull : filter);

/** Changes the given fields. Re-enabling resets the failure counts and does not resend old deliveries. */
export function updateEndpoint(
  ctx: Context,
  { id, url, events, filter, payload, description, enabled }: { id: string } & EndpointChanges,
): Promise<Endpoint> {
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, id);
    if (enabled === false && endpoint.enabled) await disableEndpoint(tx, id, null);
    const reset =
      enabled === true && !endpoint.enabled
        ? { enabled, failureCount: 0, exhaustedCount: 0, disabledReason: null }
        : {};
    const row = await tx.db.webhookEndpoint.update({
      where: { id },
      data: { url, events, filter: stored(filter), fullPayload: payload && payload === "full", description, ...reset },
      select: endpointSelect,
    });
    return presentEndpoint(row);
  });
}

/** Replaces an endpoint's signing secret. The old one keeps signing beside it for `graceSeconds`. */
export function rotateSecret(
  ctx: Context,
  { id, graceSeconds }: { id: string; graceSeconds: number },
): Promise<{ secret: string }> {
  return inTransaction(ctx, async (tx) => {
    await lockOwnEndpoint(tx, id);
    const secret = newSigningSecret(tx.random);
    const { secret: previousSecret } = await tx.db.webhookEndpoint.findUniqueOrThrow({
      where: { id },
      select: { secret: true },
    });
    const previousSecretEndsAt = new Date(tx.now.getTime() + graceSeconds * 1000);
    await tx.db.webhookEndpoint.update({
      where: { id },
      data: { secret: encrypt(secret), previousSecret, previousSecretEndsAt },
      select: { id: true },
    });
    return { secret };
  });
}

/** Deletes an endpoint with all its deliveries, pending ones included. */
export async function deleteEndpoint(ctx: Context, { id }: { id: string }): Promise<void> {
  const { count } = await ctx.db.webhookEndpoint.deleteMany({ where: { id, userId: ctx.actor.id } });
  if (count === 0) throw notFound();
}

/**
 * Locks one of the caller's endpoints until the transaction ends.
 * @throws `not_found`
 */
export async function lockOwnEndpoint(tx: Context, id: string): Promise<EndpointHealth> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint?.userId !== tx.actor.id) throw notFound();
  return endpoint;
}

/** Deletes the webhook endpoints of a closed account, with their pending deliveries. */
export async function deleteOwnEndpoints({ db, actor }: Context): Promise<void> {
  await db.webhookEndpoint.deleteMany({ where: { userId: actor.id } });
}

/** Deletes the endpoints that were added to the actor's account since a time. Returns how many. */
export async function deleteEndpointsSince({ db, actor }: Context, since: Date): Promise<number> {
  return (await db.webhookEndpoint.deleteMany({ where: { userId: actor.id, createdAt: { gte: since } } })).count;
}

/** Disables the endpoints of a suspended account, and cancels their pending deliveries. */
export async function disableOwnEndpoints(tx: Context): Promise<void> {
  const endpoints = await read<{ id: string }>(tx, "webhooks.lockEnabled")`
    SELECT id FROM "WebhookEndpoint" WHERE "userId" = ${tx.actor.id} AND enabled ORDER BY id FOR NO KEY UPDATE`;
  for (const { id } of endpoints) await disableEndpoint(tx, id, "Your account was suspended.");
}
