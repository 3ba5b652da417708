import { type Context, idFor, inTransaction } from "@/lib/domain/context";
import { invalid, notFound, Refusal } from "@/lib/domain/errors";
import { lockUser } from "@/lib/domain/user-lock";
import { sealSecret } from "@/lib/infra/secrets";
import { resolvedProblem } from "./destination";
import { disableEndpoint, type EndpointHealth, lockEndpoint } from "./health";
import { endpointSelect, presentEndpoint, presentListedEndpoint } from "./present";
import { MAX_ENDPOINTS } from "./rules";
import type { CreatedEndpoint, Endpoint, EndpointChanges, NewEndpoint } from "./schema";
import { newSigningSecret } from "./secret";

/** Registers an endpoint. Its signing secret is told here and never again. Refuses with `conflict` beyond ten. */
export async function createEndpoint(
  ctx: Context,
  { url, events, description = "" }: NewEndpoint,
): Promise<CreatedEndpoint> {
  await refuseUnreachable(ctx, url);
  return inTransaction(ctx, async (tx) => {
    await lockUser(tx, tx.actor.id);
    if ((await tx.db.webhookEndpoint.count({ where: { userId: tx.actor.id } })) >= MAX_ENDPOINTS) {
      throw new Refusal(
        "conflict",
        `An account has at most ${MAX_ENDPOINTS} webhook endpoints. Delete one that you no longer need.`,
      );
    }
    const secret = newSigningSecret(tx.random);
    const endpoint = { id: idFor(tx, "whe"), url, events, enabled: true, createdAt: tx.now };
    await tx.db.webhookEndpoint.create({
      data: { ...endpoint, userId: tx.actor.id, description, secret: sealSecret(secret) },
      select: { id: true },
    });
    return { ...presentListedEndpoint(endpoint), secret };
  });
}

/** Changes what is given. Enabling again forgets the failures, and sends nothing old. */
export async function updateEndpoint(
  ctx: Context,
  { id, url, events, description, enabled }: { id: string } & EndpointChanges,
): Promise<Endpoint> {
  if (url !== undefined) await refuseUnreachable(ctx, url);
  return inTransaction(ctx, async (tx) => {
    const endpoint = await lockOwnEndpoint(tx, id);
    if (enabled === false && endpoint.enabled) await disableEndpoint(tx, id, null);
    const revived =
      enabled === true && !endpoint.enabled
        ? { enabled, failureCount: 0, exhaustedCount: 0, disabledReason: null }
        : {};
    const row = await tx.db.webhookEndpoint.update({
      where: { id },
      data: { url, events, description, ...revived },
      select: endpointSelect,
    });
    return presentEndpoint(row);
  });
}

/** Gives an endpoint a new signing secret. The old one signs beside it for `graceSeconds`. */
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
      data: { secret: sealSecret(secret), previousSecret, previousSecretEndsAt },
      select: { id: true },
    });
    return { secret };
  });
}

/** Removes an endpoint for good, with its deliveries and what was still queued. */
export async function deleteEndpoint(ctx: Context, { id }: { id: string }): Promise<void> {
  const { count } = await ctx.db.webhookEndpoint.deleteMany({ where: { id, userId: ctx.actor.id } });
  if (count === 0) throw notFound();
}

/** One of the caller's endpoints, which nobody else changes until the transaction ends. */
export async function lockOwnEndpoint(tx: Context, id: string): Promise<EndpointHealth> {
  const endpoint = await lockEndpoint(tx, id);
  if (endpoint?.userId !== tx.actor.id) throw notFound();
  return endpoint;
}

async function refuseUnreachable({ actor }: Context, url: string): Promise<void> {
  const problem = await resolvedProblem(url, actor.id);
  if (problem) throw invalid([{ param: "url", message: problem }]);
}
