import { resourceOf } from "@/lib/domain/accounts/apps/resources";
import { COMMAND_LINE } from "@/lib/domain/accounts/apps/rules";
import type { Actor } from "@/lib/domain/kernel/context";
import { hashSecret, isKey, isToken, visibleParts } from "@/lib/domain/kernel/credentials";
import { DomainError } from "@/lib/domain/kernel/errors";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import {
  findAccessToken,
  findKeyByHash,
  shouldRecordUse,
  recordGrantUse,
  recordKeyUse,
  type PresentedKey,
  type PresentedToken,
} from "@/lib/domain/accounts/authentication/queries";
import type { RequestState } from "@/lib/http/response/response";
import { accountOfCredential, forgetCredential, rememberCredential } from "@/lib/infra/admission/known-credentials";
import { describeRequest } from "@/lib/infra/log/tracing";
import { isWithin } from "@/lib/infra/network/client-ip";

/** The account behind a request's API key or access token. */
export interface Caller {
  actor: Actor;
  /** The id of the key, or of the app's grant. */
  keyId: string;
  /** Whether an app acts for the account. */
  isApp?: true;
  /** The app, if it has a developer. */
  developedAppId?: string;
  scopes: readonly Scope[];
  suspended: boolean;
}

type AuthenticationState = Pick<RequestState, "now" | "waitUntil" | "clientIp" | "audience">;

/**
 * Returns the owner of the request's key, or the error that says what is wrong with the key. With `orReplica`, a
 * replica may serve the lookup while the primary is unavailable.
 */
export async function authenticate(
  request: Request,
  state: AuthenticationState,
  options?: { orReplica: boolean },
): Promise<Caller | DomainError> {
  const secret = presentedSecret(request.headers);
  if (secret === undefined) {
    return new DomainError("missing_key", "This needs an API key. Send it as: Authorization: Bearer YOUR_KEY");
  }
  if (secret === MALFORMED) return invalidKey("The header must be: Authorization: Bearer YOUR_KEY");
  if (isToken("access", secret)) return authenticateApp(secret, state, options);
  if (!isKey(secret)) return invalidKey();
  const { now, waitUntil, clientIp } = state;
  const hash = hashSecret(secret);
  const key = await findKeyByHash(hash, options);
  if (!key) return ended(secret, invalidKey());
  describeRequest({ account: key.id, key: visibleParts(secret).suffix });
  const problem = findKeyProblem(key, now);
  if (problem) return ended(secret, problem);
  rememberCredential(secret, key.id);
  const rejection = findNetworkProblem(key, clientIp);
  if (rejection) return rejection;
  if (shouldRecordUse(key, now)) waitUntil(() => recordKeyUse(key, hash, now));
  return callerOf(key, key.keyId);
}

async function authenticateApp(
  token: string,
  { now, waitUntil, audience }: Omit<AuthenticationState, "clientIp">,
  options?: { orReplica: boolean },
): Promise<Caller | DomainError> {
  const grant = await findAccessToken(hashSecret(token), options);
  if (!grant)
    return ended(token, new DomainError("invalid_key", "This access token is not valid, or the app was revoked."));
  describeRequest({ account: grant.id, key: token.slice(-4) });
  if (grant.expiresAt <= now) {
    const message = "This access token has expired. Get a new one with the refresh token.";
    return ended(token, new DomainError("key_expired", message));
  }
  rememberCredential(token, grant.id);
  // Our own command-line client uses both audiences.
  if (grant.audience !== audience && grant.appId !== COMMAND_LINE)
    return new DomainError("invalid_key", `This access token was made for ${resourceOf(grant.audience)}.`);
  if (shouldRecordUse(grant, now)) waitUntil(() => recordGrantUse(grant.grantId, now));
  return { ...callerOf(grant, grant.grantId), isApp: true, ...(grant.hasDeveloper && { developedAppId: grant.appId }) };
}

/** Returns the error for a credential that is not valid, or no longer: it counts as nobody's from now on. */
function ended(credential: string, error: DomainError): DomainError {
  // A guess was never known, and a flood of guesses must not become messages between the processes.
  if (accountOfCredential(credential) !== undefined) forgetCredential(credential);
  return error;
}

function callerOf({ scopes, suspendedAt, ...account }: PresentedKey | PresentedToken, keyId: string): Caller {
  const { id, handle, name, image, role, tier, emailUnverified, limited, readAfter } = account;
  const actor = { id, handle, name, image, role, tier, emailUnverified, limited, readAfter };
  return { actor, keyId, scopes, suspended: suspendedAt !== null };
}

/** The key of a request whose `Authorization` header is malformed. */
const MALFORMED = "";

export function presentedSecret(headers: Headers): string | undefined {
  return secretIn(headers.get("authorization"), headers.get("x-api-key"));
}

/** Returns the key that the two headers carry: undefined without one, and no valid key if it is malformed. */
export function secretIn(authorization: string | null, apiKey: string | null): string | undefined {
  // A program whose variable for the key is not set sends this.
  if (/^Bearer *$/i.test(authorization ?? "")) return undefined;
  if (authorization !== null) return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? MALFORMED;
  return apiKey ?? undefined;
}

function findKeyProblem(key: PresentedKey, now: Date): DomainError | undefined {
  if (key.revokedAt)
    return new DomainError("key_revoked", "This key was revoked. Make a new one in Settings → Developer.");
  if (key.expiresAt && key.expiresAt <= now)
    return new DomainError("key_expired", "This key has expired. Make a new one in Settings → Developer.");
  if (key.endsAt && key.endsAt <= now) {
    return new DomainError(
      "key_expired",
      "This secret was rotated, and its grace period is over. Use the key's new secret.",
    );
  }
  return undefined;
}

function findNetworkProblem({ networks }: PresentedKey, clientIp: string): DomainError | undefined {
  if (networks.length === 0 || networks.some((range) => isWithin(clientIp, range))) return undefined;
  return new DomainError(
    "network_not_allowed",
    "This key may not be used from here: it is bound to other networks. If it isn't you who uses it, revoke it.",
  );
}

const invalidKey = (message = "This API key is not one of ours. Check that it was copied whole.") =>
  new DomainError("invalid_key", message);
