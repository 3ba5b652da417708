import { encode } from "next-auth/jwt";
import { SESSION_COOKIE } from "@/lib/auth/cookie";
import type { Context } from "@/lib/domain/context";
import { beginSession } from "@/lib/domain/users/sessions";
import type { Handler } from "@/lib/http/handlers";
import { env } from "@/lib/infra/env";

interface Knock {
  method?: string;
  /** Whoever is signed in; nobody if left out. */
  as?: Context;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  query?: string;
  params?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Calls a session route's handler as Next would, with a real session's cookie. */
export async function knock(handler: Handler, { method = "POST", as, json, text, headers = {}, query = "", params = {} }: Knock = {}): Promise<Answered> {
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const request = new Request(`http://localhost:3000/api/under-test${query}`, {
    method,
    body,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...(as ? { Cookie: await cookieOf(as) } : {}), ...headers },
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === "" ? undefined : JSON.parse(answer) };
}

async function cookieOf(person: Context): Promise<string> {
  const sid = await beginSession(person, { userId: person.actor.id, userAgent: "test", maxAgeSeconds: 3600 });
  return `${SESSION_COOKIE.name()}=${await encode({ token: { sid }, secret: env().authSecret })}`;
}
