import { type Context, inTransaction, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { lockActorWithSession } from "@/lib/domain/kernel/locks";
import { hashSecret, newToken } from "@/lib/domain/kernel/credentials";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { findApp, type FoundApp } from "./clients";
import { describable, OAuthError, type OAuthErrorCode } from "./oauth-error";
import { type Audience, audienceOf, issuer } from "./resources";
import { CODE_LIFETIME_MS, isRegisteredUri, MAX_STATE_LENGTH, scopesFor } from "./rules";
import { isChallenge } from "./secrets";
import type { AuthorizationParameters } from "./schema";

/** A valid request of an app for authorization. */
interface AuthorizationRequest {
  app: FoundApp;
  redirectUri: string;
  state: string | undefined;
  scopes: Scope[];
  audience: Audience;
  codeChallenge: string;
}

/** Why a request cannot be granted. `backTo` redirects to the app, if it and its redirect URI are known to be valid. */
export interface RejectedRequest {
  message: string;
  app?: FoundApp;
  backTo?: string;
}

/** Checks the app and its redirect URI before what it asks for: an error in the former never redirects anybody. */
export async function checkAuthorization(
  ctx: VisitorContext,
  sent: AuthorizationParameters,
): Promise<AuthorizationRequest | RejectedRequest> {
  let app: FoundApp;
  try {
    if (sent.client_id === undefined) throw new OAuthError("invalid_request", "client_id is missing.");
    app = await findApp(ctx, sent.client_id);
  } catch (error) {
    if (error instanceof OAuthError || error instanceof DomainError) return { message: error.message };
    throw error;
  }
  const redirectUri = sent.redirect_uri ?? (app.redirectUris.length === 1 ? app.redirectUris[0] : undefined);
  if (redirectUri === undefined) return { app, message: "redirect_uri is missing." };
  if (!isRegisteredUri(app.redirectUris, redirectUri))
    return { app, message: "redirect_uri is none of those that this app registered." };
  const state = sent.state;
  try {
    return { app, redirectUri, state, ...checkRequest(app, sent) };
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { code, message } = error;
    return {
      app,
      message,
      backTo: backTo({ redirectUri, state }, { error: code, error_description: describable(message) }),
    };
  }
}

function checkRequest(
  app: FoundApp,
  sent: AuthorizationParameters,
): Pick<AuthorizationRequest, "scopes" | "audience" | "codeChallenge"> {
  if (sent.response_type !== "code") throw new OAuthError("unsupported_response_type", "response_type has to be code.");
  if ((sent.state?.length ?? 0) > MAX_STATE_LENGTH)
    throw new OAuthError("invalid_request", `state has at most ${MAX_STATE_LENGTH} characters.`);
  if (sent.code_challenge === undefined || !isChallenge(sent.code_challenge) || sent.code_challenge_method !== "S256")
    throw new OAuthError("invalid_request", "PKCE is required: code_challenge, with code_challenge_method S256.");
  return {
    scopes: readScopes(app.id, sent.scope),
    audience: readAudience(sent.resource),
    codeChallenge: sent.code_challenge,
  };
}

/** Parses a space-separated list of scopes. @throws OAuthError `invalid_scope` */
export function readScopes(appId: string, text: string | undefined): Scope[] {
  const names = [...new Set((text ?? "").split(" ").filter(Boolean))];
  if (names.length === 0) throw new OAuthError("invalid_scope", "scope is missing. Ask for what the app needs.");
  const grantable = scopesFor(appId);
  const other = names.find((name) => !grantable.some((scope) => scope === name));
  if (other !== undefined) throw new OAuthError("invalid_scope", `There is no scope ${other.slice(0, 80)} for apps.`);
  return grantable.filter((scope) => names.includes(scope));
}

/** Returns the audience that a `resource` parameter names. @throws OAuthError `invalid_target` */
export function readAudience(resource: string | undefined): Audience {
  const audience = audienceOf(resource);
  if (audience) return audience;
  throw new OAuthError("invalid_target", "resource is the address of this API or of its MCP server.");
}

/** Returns the URI that redirects to an app with a response, which always names the issuer (RFC 9207). */
function backTo(
  { redirectUri, state }: Pick<AuthorizationRequest, "redirectUri" | "state">,
  answer: Record<string, string>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(state !== undefined && { state }), iss: issuer() }))
    url.searchParams.set(name, value);
  return url.href;
}

export function denialOf(request: AuthorizationRequest): string {
  const error: OAuthErrorCode = "access_denied";
  return backTo(request, { error, error_description: "It was not allowed." });
}

/** Returns the redirect URI with a code. @throws DomainError `invalid_request` for an invalid request */
export async function allowApp(ctx: Context, sent: AuthorizationParameters): Promise<{ redirectTo: string }> {
  const request = await checkAuthorization(ctx, sent);
  if (!("redirectUri" in request)) throw new DomainError("invalid_request", request.message);
  const { app, redirectUri, codeChallenge, scopes, audience } = request;
  const code = newToken("code", ctx.random);
  await inTransaction(ctx, async (tx) => {
    await lockActorWithSession(tx);
    await write(tx, "apps.insertCode")`
      INSERT INTO "AuthorizationCode" (hash, "appId", "userId", "redirectUri", "codeChallenge", scopes, audience,
                                       "createdAt", "expiresAt")
      VALUES (${hashSecret(code)}, ${app.id}, ${tx.actor.id}, ${redirectUri}, ${codeChallenge}, ${scopes}, ${audience},
              ${tx.now}, ${new Date(tx.now.getTime() + CODE_LIFETIME_MS)})`;
  });
  return { redirectTo: backTo(request, { code }) };
}
