import { cookies } from "next/headers";
import { cache } from "react";
import type { Actor } from "@/lib/domain/context";
import { findSession } from "@/lib/domain/users/sessions";
import { env } from "@/lib/infra/env";
import { SESSION_COOKIE } from "./cookie";
import { decodeToken } from "./token";

/** Whoever is signed in, for pages; looked up once a request. */
export const currentActor = cache(async (): Promise<Actor | null> => {
  const token = (await cookies()).get(SESSION_COOKIE.name())?.value;
  return actorOfToken(token);
});

/** Whoever is signed in, for route handlers. Cookies are told apart as Next does for pages: the last of a name counts. */
export function actorOfRequest(request: Request): Promise<Actor | null> {
  const name = SESSION_COOKIE.name();
  const pair = request.headers
    .get("cookie")
    ?.split(/; */)
    .findLast((cookie) => cookie.startsWith(`${name}=`));
  return actorOfToken(pair?.slice(name.length + 1));
}

/** The session's id in a cookie's token; the row behind it is what makes it count. */
export async function sessionIdOf(token: string | undefined): Promise<string | null> {
  if (!token) return null;
  try {
    const claims = await decodeToken({ token, secret: env().authSecret });
    return typeof claims?.sid === "string" ? claims.sid : null;
  } catch {
    return null;
  }
}

async function actorOfToken(token: string | undefined): Promise<Actor | null> {
  const id = await sessionIdOf(token);
  return id ? findSession(id, new Date()) : null;
}
