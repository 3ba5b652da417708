import { actorOfRequest } from "@/lib/auth/current";
import type { VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { authenticate, presentedSecret } from "./authenticate";
import { clientIp } from "./client-ip";
import { spend } from "./rate-limit";

export type Reader = Pick<VisitorContext, "actor" | "door">;

/** Whoever asks for a file: the holder of the request's key, or of its session. Anybody else is a visitor, not refused: most files are public. */
export async function readerOf(request: Request): Promise<Reader> {
  if (presentedSecret(request.headers) === undefined) return { actor: await actorOfRequest(request), door: "app" };
  const caller = await authenticate(request, new Date());
  if (caller instanceof Refusal) await spend("authFailures", clientIp(request), { whenDown: "local" });
  const mayRead = !(caller instanceof Refusal) && !caller.suspended && caller.scopes.includes("read:posts");
  return { actor: mayRead ? caller.actor : null, door: "api" };
}
