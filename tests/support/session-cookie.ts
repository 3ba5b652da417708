import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import type { Context } from "@/lib/domain/kernel/context";
import { beginSession } from "@/lib/domain/accounts/users/sessions";
import { env } from "@/lib/infra/environment/env";

/** Creates a session for a person, and returns its cookie. */
export async function sessionCookieOf(person: Context, maxAgeSeconds = 3600): Promise<string> {
  const sid = await beginSession(person, { userId: person.actor.id, userAgent: "test", maxAgeSeconds });
  return `${SESSION_COOKIE.name()}=${await encode({ token: { sid }, secret: env().authSecret })}`;
}
