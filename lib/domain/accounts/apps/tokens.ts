import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { rateLimited } from "@/lib/domain/kernel/errors";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { hashSecret, isToken, newToken } from "@/lib/domain/kernel/credentials";
import { randomBytes } from "@/lib/domain/kernel/id";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import type { AppGrant, AppToken, AuthorizationCode, User } from "@/lib/infra/prisma/client";
import { readAudience, readScopes } from "./authorization";
import { CAN_ACT, clientIdOf, type FoundApp } from "./clients";
import { addGrant, deleteGrant, endReusedGrant } from "./grants";
import { OAuthError } from "./oauth-error";
import { type Audience, issuer, resourceOf } from "./resources";
import { ACCESS_LIFETIME_MS, MAX_REFRESHES_PER_HOUR, REFRESH_GRACE_MS, REFRESH_LIFETIME_MS } from "./rules";
import { deriveSuccessors, provesChallenge } from "./secrets";

/** The response of the token endpoint (RFC 6749, 5.1). `expires_in` is in seconds. */
export interface TokenResponse {
  access_token: string;
  token_type: "Bearer";
  expires_in: number;
  refresh_token: string;
  scope: string;
}

/**
 * Exchanges an authorization code for tokens, once. Every act on an account's grants locks the account first, so that
 * concurrent exchanges see the result of the first.
 * @throws OAuthError `invalid_grant`; reusing a code also revokes the grant that it was exchanged for
 */
export async function exchangeCode(
  ctx: VisitorContext,
  app: FoundApp,
  sent: { code?: string; redirect_uri?: string; code_verifier?: string; resource?: string },
): Promise<TokenResponse> {
  const { code = "", code_verifier: verifier = "", redirect_uri: redirectUri, resource } = sent;
  if (!code || !verifier) throw new OAuthError("invalid_request", "code and code_verifier are required.");
  const hash = hashSecret(code);
  const found = isToken("code", code) ? await findCode(ctx, hash) : undefined;
  if (found?.appId !== app.id) throw invalidCode();
  const tokens = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, found.userId);
    const current = await findCode(tx, hash);
    if (!current) return undefined;
    const { grantId, userId } = current;
    if (grantId !== null) return endReusedGrant(tx, app, { id: grantId, userId });
    const isInOrder =
      current.expiresAt > tx.now &&
      (redirectUri ?? current.redirectUri) === current.redirectUri &&
      provesChallenge(verifier, current.codeChallenge) &&
      (resource === undefined || resourceOf(current.audience as Audience) === resource.replace(/\/$/, ""));
    if (!isInOrder) {
      // A caller who has the code but fails another check gets no second try.
      await write(tx, "apps.deleteCode")`DELETE FROM "AuthorizationCode" WHERE hash = ${hash}`;
      return undefined;
    }
    const grant = await addGrant(tx, app, {
      userId,
      scopes: current.scopes as Scope[],
      audience: current.audience as Audience,
    });
    await write(tx, "apps.exchangeCode")`
      UPDATE "AuthorizationCode" SET "grantId" = ${grant.id} WHERE hash = ${hash}`;
    return issueFirst(tx, grant);
  });
  return tokens ?? reject(invalidCode());
}

type CodeRow = Omit<AuthorizationCode, "hash" | "createdAt">;

async function findCode(ctx: VisitorContext, hash: string): Promise<CodeRow | undefined> {
  const [found] = await read<CodeRow>(ctx, "apps.findCode")`
    SELECT "appId", "userId", "redirectUri", "codeChallenge", scopes, audience, "expiresAt", "grantId"
    FROM "AuthorizationCode" WHERE hash = ${hash}`;
  return found;
}

interface Granted {
  id: string;
  scopes: string[];
}

export function issueFirst(tx: VisitorContext, grant: Granted): Promise<TokenResponse> {
  return issue(tx, grant, { access: newToken("access", tx.random), refresh: newToken("refresh", tx.random) });
}

async function issue(
  tx: VisitorContext,
  grant: Granted,
  { access, refresh }: { access: string; refresh: string },
): Promise<TokenResponse> {
  const end = (lifetimeMs: number) => new Date(tx.now.getTime() + lifetimeMs);
  await write(tx, "apps.insertTokens")`
    INSERT INTO "AppToken" (hash, "grantId", kind, "createdAt", "expiresAt")
    VALUES (${hashSecret(access)}, ${grant.id}, 'access', ${tx.now}, ${end(ACCESS_LIFETIME_MS)}),
           (${hashSecret(refresh)}, ${grant.id}, 'refresh', ${tx.now}, ${end(REFRESH_LIFETIME_MS)})`;
  return responseOf(grant, { access, refresh }, ACCESS_LIFETIME_MS);
}

function responseOf(
  { scopes }: Granted,
  { access, refresh }: { access: string; refresh: string },
  remainingMs: number,
): TokenResponse {
  return {
    access_token: access,
    token_type: "Bearer",
    expires_in: Math.max(0, Math.floor(remainingMs / 1000)),
    refresh_token: refresh,
    scope: scopes.join(" "),
  };
}

/**
 * Exchanges a refresh token for its successors. Within `REFRESH_GRACE_MS` of its first use it returns the same ones, so
 * that a client that lost the response, or sent the request twice, can continue. Later reuse means that two parties
 * have the token, and revokes the grant.
 * @throws OAuthError `invalid_grant`
 */
export async function refreshTokens(
  ctx: VisitorContext,
  app: FoundApp,
  sent: { refresh_token?: string; scope?: string; resource?: string },
): Promise<TokenResponse> {
  const { refresh_token: token = "", scope, resource } = sent;
  if (!token) throw new OAuthError("invalid_request", "refresh_token is required.");
  const found = await findToken(ctx, "refresh", token);
  if (found?.appId !== app.id) throw invalidRefresh();
  rejectBroaderRequest(found, { scope, resource });
  const tokens = await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, found.userId);
    const current = await findToken(tx, "refresh", token);
    if (!current || current.expiresAt <= tx.now || current.suspendedAt) return undefined;
    const grant = { id: current.grantId, userId: current.userId, scopes: current.scopes };
    const { hash, usedAt, seed } = current;
    if (usedAt !== null && seed !== null) {
      const sinceMs = tx.now.getTime() - usedAt.getTime();
      if (sinceMs > REFRESH_GRACE_MS) return endReusedGrant(tx, app, grant);
      return responseOf(grant, deriveSuccessors(token, seed), ACCESS_LIFETIME_MS - sinceMs);
    }
    await limitRefreshes(tx, grant.id);
    const ownSeed = Buffer.from(randomBytes(32));
    await write(tx, "apps.useToken")`
      UPDATE "AppToken" SET "usedAt" = ${tx.now}, seed = ${ownSeed} WHERE hash = ${hash}`;
    return issue(tx, grant, deriveSuccessors(token, ownSeed));
  });
  return tokens ?? reject(invalidRefresh());
}

/**
 * Limits refreshes. Deleting used tokens instead would let a thief hide their use.
 * @throws DomainError `rate_limited`
 */
async function limitRefreshes(tx: VisitorContext, grantId: string): Promise<void> {
  const since = new Date(tx.now.getTime() - HOUR_MS);
  const { length } = await read<{ hash: string }>(tx, "apps.recentRefreshes")`
    SELECT hash FROM "AppToken" WHERE "grantId" = ${grantId} AND kind = 'refresh' AND "createdAt" > ${since}`;
  if (length >= MAX_REFRESHES_PER_HOUR)
    throw rateLimited({ retryAfterSeconds: HOUR_MS / MAX_REFRESHES_PER_HOUR / 1000 });
}

type FoundToken = AppToken &
  Pick<AppGrant, "appId" | "userId" | "scopes"> &
  Pick<User, "handle" | "suspendedAt"> & { audience: Audience };

/** Reads all in one statement, so that a concurrent revocation is seen as a whole. */
async function findToken(
  ctx: VisitorContext,
  kind: "access" | "refresh",
  token: string,
): Promise<FoundToken | undefined> {
  if (!isToken(kind, token)) return undefined;
  const [found] = await read<FoundToken>(ctx, "apps.findToken")`
    SELECT t.hash, t.kind, t."createdAt", t."expiresAt", t."usedAt", t.seed, t."grantId",
          g."appId", g."userId", g.scopes, g.audience, u.handle, u."suspendedAt"
     FROM "AppToken" t JOIN "AppGrant" g ON g.id = t."grantId" JOIN "User" u ON u.id = g."userId"
     JOIN "App" a ON a.id = g."appId"
    WHERE t.hash = ${hashSecret(token)} AND t.kind = ${kind} AND ${CAN_ACT}`;
  return found;
}

/** A narrower scope is accepted but not applied: the response names the scopes that the token has. */
function rejectBroaderRequest(grant: FoundToken, { scope, resource }: { scope?: string; resource?: string }): void {
  if (scope !== undefined && readScopes(grant.appId, scope).some((name) => !grant.scopes.includes(name)))
    throw new OAuthError("invalid_scope", "scope asks for more than was allowed.");
  if (resource !== undefined && readAudience(resource) !== grant.audience)
    throw new OAuthError("invalid_target", "resource is not the one that was allowed.");
}

/** Revokes the grant of an app's token. Another app's token is ignored, not an error (RFC 7009). */
export async function revokeToken(ctx: VisitorContext, app: FoundApp, { token }: { token?: string }): Promise<void> {
  if (!token) throw new OAuthError("invalid_request", "token is required.");
  const found = (await findToken(ctx, "refresh", token)) ?? (await findToken(ctx, "access", token));
  if (found?.appId !== app.id) return;
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, found.userId);
    await deleteGrant(tx, found.grantId);
  });
}

/** Whether a token of an app is active, and for what (RFC 7662). */
export async function introspectToken(
  ctx: VisitorContext,
  app: FoundApp,
  { token }: { token?: string },
): Promise<Record<string, unknown>> {
  if (app.secretHash === null)
    throw new OAuthError("invalid_client", "Only an app with a secret can ask about its tokens.");
  if (!token) throw new OAuthError("invalid_request", "token is required.");
  const found = (await findToken(ctx, "access", token)) ?? (await findToken(ctx, "refresh", token));
  if (found?.appId !== app.id || found.expiresAt <= ctx.now || found.usedAt || found.suspendedAt)
    return { active: false };
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  return {
    active: true,
    scope: found.scopes.join(" "),
    client_id: clientIdOf(app),
    username: found.handle,
    sub: found.userId,
    aud: resourceOf(found.audience),
    iss: issuer(),
    iat: seconds(found.createdAt),
    exp: seconds(found.expiresAt),
    ...(found.kind === "access" && { token_type: "Bearer" }),
  };
}

const invalidCode = () =>
  new OAuthError("invalid_grant", "This code is not valid for this app, or it was used, or its time is over.");
const invalidRefresh = () =>
  new OAuthError("invalid_grant", "This refresh token is not valid for this app, or it was used, or its time is over.");

function reject(error: OAuthError): never {
  throw error;
}
