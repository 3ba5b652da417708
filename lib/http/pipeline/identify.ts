import { actorOfRequest, sessionTokenOf, type SignedIn } from "@/lib/auth/session";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import type { RequestState } from "@/lib/http/response/response";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { authenticate, type Caller } from "./authenticate";
import { peekAtFailures } from "./budgets";
import type { Call } from "./call";

/** Identifies the owner of the request's key; null for an operation that needs none. */
export async function identifyKey({ operation, request, state }: Call<ApiOperation>): Promise<Caller | null> {
  if (operation.scope !== null) return identify(request, state, { orReplica: operation.replica });
  await peekAtFailures(state);
  return null;
}

/** Identifies the caller. Only failures count against an address, so neighbours never get a valid key rejected. */
export async function identify(
  request: Request,
  state: RequestState,
  options?: { orReplica: boolean },
): Promise<Caller> {
  const caller = await authenticate(request, state, options);
  if (!(caller instanceof DomainError)) return (state.caller = caller);
  const quota = await spend("authFailures", state.clientIp, { whenDown: "local" });
  state.quotas = [quota];
  throw quota.allowed ? caller : rateLimited(quota);
}

/** Identifies whoever is signed in; null for a visitor, where the operation serves visitors. */
export async function identifySession({ operation, request, state }: Call<SessionOperation>): Promise<SignedIn | null> {
  if (operation.session === "none") return null;
  const actor = await actorOfRequest(request, { orReplica: operation.replica });
  if (!actor && operation.session === "required") throw await signedOut(request, state);
  return actor;
}

/** Counts a session that has ended against the client's address, as a key that is not valid. */
async function signedOut(request: Request, { clientIp }: RequestState): Promise<DomainError> {
  const quota = sessionTokenOf(request) && (await spend("authFailures", clientIp, { whenDown: "local" }));
  return quota && !quota.allowed ? rateLimited(quota) : new DomainError("signed_out", "Sign in first.");
}
