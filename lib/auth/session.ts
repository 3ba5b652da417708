import type { SessionProof } from "@/lib/domain/kernel/context";
import { findSession, type SignedIn } from "@/lib/domain/accounts/authentication/queries";
import { env } from "@/lib/infra/environment/env";
import { forgetCredential, rememberCredential } from "@/lib/infra/admission/known-credentials";
import { describeRequest } from "@/lib/infra/log/tracing";
import { type JWT, type JWTDecodeParams, decode } from "next-auth/jwt";
import { cookieIn, isOwnKind, SESSION_COOKIE } from "./cookie";

export type { SignedIn };

/** Returns who is signed in, or null. `orReplica` lets a replica serve the lookup while the primary is unavailable. */
export function actorOfRequest(request: Request, options?: { orReplica: boolean }): Promise<SignedIn | null> {
  return actorOfToken(sessionTokenOf(request), options);
}

/** Returns the id of a request's session, which may have ended. */
export function sessionIdOfRequest(request: Request): Promise<string | null> {
  return sessionIdOf(sessionTokenOf(request));
}

export const sessionTokenOf = ({ headers }: Request) => cookieIn(headers.get("cookie"), SESSION_COOKIE.name());

/**
 * Decodes a session token. Rejects foreign headers first: next-auth would follow a header that asks for a
 * password-derived key (PBES2), which costs ten thousand rounds before the token is found to be forged.
 */
export async function decodeToken(params: JWTDecodeParams): Promise<JWT | null> {
  return params.token !== undefined && isOwnKind(params.token) ? decode(params) : null;
}

/** Returns the session id in a token. Only the session's row decides whether it is valid. */
export async function sessionIdOf(token: string | undefined): Promise<string | null> {
  if (!token) return null;
  try {
    const claims = await decodeToken({ token, secret: env().authSecret });
    return typeof claims?.sid === "string" ? claims.sid : null;
  } catch {
    return null;
  }
}

export function sessionOf(signedIn: SignedIn | null): SessionProof | undefined {
  return signedIn ? { id: signedIn.sessionId, provenAt: signedIn.provenAt } : undefined;
}

export async function actorOfToken(
  token: string | undefined,
  options?: { orReplica: boolean },
): Promise<SignedIn | null> {
  const id = await sessionIdOf(token);
  if (!token || !id) return null;
  const actor = await findSession(id, new Date(), options);
  if (!actor) {
    forgetCredential(token);
    return null;
  }
  rememberCredential(token, actor.id);
  describeRequest({ account: actor.id });
  return actor;
}
