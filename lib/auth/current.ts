import { cookies } from "next/headers";
import { cache } from "react";
import { SESSION_COOKIE } from "./cookie";
import { actorOfToken, type SignedIn } from "./session";

/**
 * Returns the signed-in account for a page, or null. Reads from a replica while the primary is away. Cached per
 * request.
 */
export const currentActor = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(SESSION_COOKIE.name())?.value;
  return actorOfToken(token, { orReplica: true });
});
