import type { Context } from "@/lib/domain/kernel/context";
import type { NextHandler } from "@/lib/http/next";
import { sessionCookieOf } from "@/tests/support/session-cookie";

interface RouteCall {
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
export async function callRoute(
  handler: NextHandler,
  { method = "POST", as, json, text, headers = {}, query = "", params = {} }: RouteCall = {},
): Promise<Answered> {
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const request = new Request(`http://localhost:3000/api/under-test${query}`, {
    method,
    body,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(as ? { Cookie: await sessionCookieOf(as) } : {}),
      ...headers,
    },
  });
  const response = await handler(request, { params: Promise.resolve(params) });
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === "" ? undefined : JSON.parse(answer) };
}
