import { cookies } from "next/headers";
import { cache } from "react";
import { SESSION_COOKIE } from "./cookie";
import { actorOfToken, type SignedIn } from "./session";

/**
 * Returns the signed-in account for a page, or null; while the primary is away, as a replica knows it. Cached per
 * request.
 */
export const currentActor = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(SESSION_COOKIE.name())?.value;
  return actorOfToken(token, { orReplica: true });
});
