import type { Actor } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { isUseNoteworthy, noteKeyUse } from "@/lib/domain/keys/commands";
import { findKeyByHash, type PresentedKey } from "@/lib/domain/keys/queries";
import { hashSecret, isWellFormed, visibleParts } from "@/lib/domain/keys/rules";
import type { Scope } from "@/lib/domain/keys/scopes";
import { rememberCredential } from "@/lib/infra/admission/known-credentials";
import { isWithin } from "@/lib/infra/network/network";
import { describeRequest } from "@/lib/infra/log/request-scope";
import type { MountContext } from "@/lib/http/handlers";

/** The account behind a request's API key. */
export interface Caller {
  actor: Actor;
  keyId: string;
  scopes: readonly Scope[];
  suspended: boolean;
}

/** Returns the owner of the request's key, or the error that says what is wrong with it. */
export async function authenticate(
  request: Request,
  { now, waitUntil, clientIp }: { now: Date } & Pick<MountContext, "waitUntil" | "clientIp">,
): Promise<Caller | DomainError> {
  const secret = presentedSecret(request.headers);
  if (secret === undefined) {
    return new DomainError("missing_key", "This needs an API key. Send it as: Authorization: Bearer YOUR_KEY");
  }
  if (!isWellFormed(secret)) return invalidKey();
  const hash = hashSecret(secret);
  const key = await findKeyByHash(hash);
  if (!key) return invalidKey();
  rememberCredential(secret, key.id);
  describeRequest({ account: key.id, key: visibleParts(secret).suffix });
  const rejection = stateOf(key, now) ?? placeOf(key, clientIp);
  if (rejection) return rejection;
  if (isUseNoteworthy(key, now)) waitUntil(() => noteKeyUse(key, hash, now));
  const { id, handle, name, image, role, tier, emailUnverified, limited } = key;
  return {
    actor: { id, handle, name, image, role, tier, emailUnverified, limited },
    keyId: key.keyId,
    scopes: key.scopes,
    suspended: key.suspendedAt !== null,
  };
}

/** Returns the key that a request carries, or undefined. */
export function presentedSecret(headers: Headers): string | undefined {
  const authorization = headers.get("authorization");
  if (authorization !== null) return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? "";
  return headers.get("x-api-key") ?? undefined;
}

function stateOf(key: PresentedKey, now: Date): DomainError | undefined {
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

function placeOf({ networks }: PresentedKey, clientIp: string): DomainError | undefined {
  if (networks.length === 0 || networks.some((range) => isWithin(clientIp, range))) return undefined;
  return new DomainError(
    "network_not_allowed",
    "This key may not be used from here: it is bound to other networks. If it isn't you who uses it, revoke it.",
  );
}

const invalidKey = () =>
  new DomainError("invalid_key", "This API key is not one of ours. Check that it was copied whole.");
