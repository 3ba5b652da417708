import { sessionOf, type SignedIn } from "@/lib/auth/session";
import { type Actor, createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { runAtOnce } from "@/lib/http/response/event-stream";
import type { Call } from "./call";

export function apiContext({ operation, request, state }: Call<ApiOperation>, actor: Actor | null): VisitorContext {
  return createContext({
    actor,
    channel: "api",
    now: state.now,
    requestId: state.requestId,
    afterCommit: state.waitUntil,
    readsReplica: operation.replica ? "preferred" : undefined,
    // Only slow work observes the signal, and creating it costs as much as the rest of the context.
    signal: operation.prepare ? request.signal : undefined,
  });
}

export function sessionContext(
  { operation, request, state }: Call<SessionOperation>,
  actor: SignedIn | null,
): VisitorContext {
  return createContext({
    actor,
    channel: "session",
    requestId: state.requestId,
    clientIp: state.clientIp,
    afterCommit: operation.response === "events" ? runAtOnce : state.waitUntil,
    readsReplica: operation.replica ? "preferred" : undefined,
    signal: request.signal,
    session: sessionOf(actor),
  });
}
