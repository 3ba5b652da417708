import { type Context, inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { spendOrReject } from "@/lib/domain/kernel/budget";
import { DomainError, forbidden } from "@/lib/domain/kernel/errors";
import { lockActorWithSession, lockAccount } from "@/lib/domain/kernel/locks";
import { hashSecret, isToken, newToken } from "@/lib/domain/kernel/credentials";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import type { App, DeviceAuthorization, User } from "@/lib/infra/prisma/client";
import { env } from "@/lib/infra/environment/env";
import { readAudience, readScopes } from "./authorization";
import { BLOCKED, type FoundApp } from "./clients";
import { addGrant } from "./grants";
import { OAuthError } from "./oauth-error";
import type { Audience } from "./resources";
import { DEVICE, newUserCode, readUserCode, showUserCode } from "./rules";
import type { WaitingProgram } from "./schema";
import { issueFirst, type TokenResponse } from "./tokens";

/** Starts a device authorization (RFC 8628, 3.2). Times are in seconds. */
export async function beginDevice(
  ctx: VisitorContext,
  app: FoundApp,
  { scope, resource, program }: { scope?: string; resource?: string; program: string },
) {
  const [scopes, audience] = [readScopes(app.id, scope), readAudience(resource)];
  const [code, userCode] = [newToken("device", ctx.random), newUserCode(ctx.random)];
  const expiresAt = new Date(ctx.now.getTime() + DEVICE.lifetimeMs);
  await write(ctx, "apps.beginDevice")`
    INSERT INTO "DeviceAuthorization" (hash, "userCode", "appId", scopes, audience, network, program, "createdAt", "expiresAt",
                                       "intervalSeconds")
    VALUES (${hashSecret(code)}, ${userCode}, ${app.id}, ${scopes}, ${audience}, ${ctx.clientIp ?? ""}, ${program},
            ${ctx.now}, ${expiresAt}, ${DEVICE.intervalSeconds})`;
  const page = new URL("/device", env().siteUrl);
  const complete = new URL(page);
  complete.searchParams.set("code", showUserCode(userCode));
  return {
    device_code: code,
    user_code: showUserCode(userCode),
    verification_uri: page.href,
    verification_uri_complete: complete.href,
    expires_in: DEVICE.lifetimeMs / 1000,
    interval: DEVICE.intervalSeconds,
  };
}

/** Spends a try. @throws DomainError `not_found`, `rate_limited`; `forbidden` for an app that staff has blocked */
export async function findWaiting(ctx: Context, { userCode }: { userCode: string }): Promise<WaitingProgram> {
  await spendTry(ctx);
  const { name, scopes, network, program, createdAt } = await waiting(ctx, userCode);
  return { name, scopes: scopes as Scope[], network, program, createdAt: createdAt.toISOString() };
}

type WaitingRow = Pick<DeviceAuthorization, "hash" | "scopes" | "network" | "program" | "createdAt"> &
  Pick<App, "name" | "blockedAt"> &
  Pick<User, "suspendedAt">;

async function waiting(ctx: Context, typed: string): Promise<WaitingRow> {
  const [found] = await read<WaitingRow>(ctx, "apps.findWaiting")`
    SELECT d.hash, d.scopes, d.network, d.program, d."createdAt", a.name, a."blockedAt", o."suspendedAt"
      FROM "DeviceAuthorization" d JOIN "App" a ON a.id = d."appId" LEFT JOIN "User" o ON o.id = a."ownerId"
     WHERE d."userCode" = ${readUserCode(typed)} AND d."decidedAt" IS NULL AND d."expiresAt" > ${ctx.now}
       AND a."endedAt" IS NULL`;
  if (found?.blockedAt) throw forbidden(BLOCKED);
  if (found && !found.suspendedAt) return found;
  throw new DomainError(
    "not_found",
    "No program waits for this code. It may have expired: ask the program for another.",
  );
}

/** Limits how many codes somebody can guess. @throws DomainError `rate_limited` */
function spendTry(ctx: Context): Promise<void> {
  return spendOrReject("deviceCodes", ctx.actor.id, { whenDown: "local" });
}

/** Allows the program that shows a code to act for the actor. @throws DomainError `not_found` */
export const allowDevice = (ctx: Context, { userCode }: { userCode: string }): Promise<void> =>
  decide(ctx, userCode, ctx.actor.id);

/** Denies the program that shows a code. @throws DomainError `not_found` */
export const denyDevice = (ctx: Context, { userCode }: { userCode: string }): Promise<void> =>
  decide(ctx, userCode, null);

async function decide(ctx: Context, typed: string, userId: string | null): Promise<void> {
  await spendTry(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    const { hash } = await waiting(tx, typed);
    const decided = await write(tx, "apps.decideDevice")`
      UPDATE "DeviceAuthorization" SET "decidedAt" = ${tx.now}, "userId" = ${userId}
      WHERE hash = ${hash} AND "decidedAt" IS NULL`;
    if (decided === 0) throw new DomainError("not_found", "Somebody else has just decided about this program.");
  });
}

/**
 * Exchanges a device code for tokens, once somebody has approved it.
 * @throws OAuthError `authorization_pending` or `slow_down` until then; `access_denied`, `expired_token`,
 *   `invalid_grant`
 */
export async function exchangeDeviceCode(
  ctx: VisitorContext,
  app: FoundApp,
  { device_code: code = "" }: { device_code?: string },
): Promise<TokenResponse> {
  if (!code) throw new OAuthError("invalid_request", "device_code is required.");
  const hash = hashSecret(code);
  const [found] = isToken("device", code) ? await readAuthorization(ctx, hash) : [];
  if (found?.appId !== app.id) throw new OAuthError("invalid_grant", "This device code is not valid, or was used.");
  if (found.expiresAt <= ctx.now) throw new OAuthError("expired_token", "Its time is over. Begin again.");
  if (found.decidedAt === null) throw await pollError(ctx, found);
  if (found.userId === null) throw new OAuthError("access_denied", "It was not allowed.");
  const { userId } = found;
  const tokens = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId);
    const taken = await write(tx, "apps.takeDevice")`
      DELETE FROM "DeviceAuthorization" WHERE hash = ${hash} AND "userId" = ${userId}`;
    if (taken === 0) return undefined;
    const allowed = { userId, scopes: found.scopes as Scope[], audience: found.audience as Audience };
    return issueFirst(tx, await addGrant(tx, app, { ...allowed, byDevice: true }));
  });
  if (tokens) return tokens;
  throw new OAuthError("invalid_grant", "This device code is not valid, or was used.");
}

type AuthorizationRow = Pick<
  DeviceAuthorization,
  "hash" | "appId" | "scopes" | "audience" | "expiresAt" | "decidedAt" | "userId" | "polledAt" | "intervalSeconds"
>;

const readAuthorization = (ctx: VisitorContext, hash: string) =>
  read<AuthorizationRow>(ctx, "apps.deviceByHash")`
    SELECT hash, "appId", scopes, audience, "expiresAt", "decidedAt", "userId", "polledAt", "intervalSeconds"
      FROM "DeviceAuthorization" WHERE hash = ${hash}`;

/** Records a poll, and returns the error for one that came too soon or before anybody decided. */
async function pollError(
  ctx: VisitorContext,
  { hash, polledAt, intervalSeconds }: AuthorizationRow,
): Promise<OAuthError> {
  const sinceMs = polledAt === null ? Infinity : ctx.now.getTime() - polledAt.getTime();
  const isTooSoon = sinceMs < intervalSeconds * 1000;
  const slower = Math.min(intervalSeconds + (isTooSoon ? DEVICE.slowDownSeconds : 0), DEVICE.maxIntervalSeconds);
  if (sinceMs >= DEVICE.leastMs)
    await write(ctx, "apps.pollDevice")`
      UPDATE "DeviceAuthorization" SET "polledAt" = ${ctx.now}, "intervalSeconds" = ${slower} WHERE hash = ${hash}`;
  return isTooSoon
    ? new OAuthError("slow_down", "Ask less often: wait five seconds longer each time.")
    : new OAuthError("authorization_pending", "Nobody has decided yet.");
}
