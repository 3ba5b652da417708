import { actorOfRequest } from "@/lib/auth/session";
import type { VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { authenticate, presentedSecret } from "./authenticate";
import type { MountContext } from "@/lib/http/handlers";
import { spend } from "@/lib/infra/limiter/rate-limit";
import { currentTime } from "@/lib/infra/sandbox/scope";

export type FileViewer = Pick<VisitorContext, "actor" | "channel">;

/**
 * Returns who requests a file: the owner of the request's key or session, otherwise a visitor. Invalid credentials are
 * not rejected, because most files are public.
 */
export async function fileViewerOf(request: Request, { clientIp, waitUntil }: MountContext): Promise<FileViewer> {
  if (presentedSecret(request.headers) === undefined)
    return { actor: await actorOfRequest(request, { orReplica: true }), channel: "session" };
  const state = { now: currentTime(), waitUntil, clientIp, audience: "api" as const };
  const caller = await authenticate(request, state, { orReplica: true });
  if (caller instanceof DomainError) await spend("authFailures", clientIp, { whenDown: "local" });
  const mayRead = !(caller instanceof DomainError) && !caller.suspended && caller.scopes.includes("read:posts");
  return { actor: mayRead ? caller.actor : null, channel: "api" };
}
