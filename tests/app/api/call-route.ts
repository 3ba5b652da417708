import { apiRoutes } from "@/lib/api/routes";
import type { Context } from "@/lib/domain/kernel/context";
import type { Handlers } from "@/lib/http/handlers";
import { serveUnknownSession } from "@/lib/http/pipeline/serve-session";
import { Router } from "@/lib/http/router";
import { mountContext } from "@/tests/lib/http/pipeline/caller";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const router = new Router(apiRoutes());
const unknown = { handlers: serveUnknownSession(), params: {} };

interface RouteCall {
  /** Whoever is signed in; nobody if left out. */
  as?: Context;
  json?: unknown;
  text?: string;
  headers?: Record<string, string>;
  query?: string;
  /** The values of the route's `{names}`. */
  params?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: unknown;
}

/** Calls a route, such as `POST /api/posts/{id}/like`, as a mounting server would, with a real session's cookie. */
export async function callRoute(
  route: `${keyof Handlers} /api/${string}`,
  { as, json, text, headers = {}, query = "", params: given = {} }: RouteCall = {},
): Promise<Answered> {
  const [method, template] = route.split(" ") as [keyof Handlers, string];
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? "none"));
  const body = text ?? (json === undefined ? undefined : JSON.stringify(json));
  const request = new Request(`http://localhost:3000${path}${query}`, {
    method,
    body,
    headers: {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(as ? { Cookie: await sessionCookieOf(as) } : {}),
      ...headers,
    },
  });
  if (!router.find(template)) throw new Error(`Nothing answers ${route}`);
  const { handlers, params } = router.find(path) ?? unknown;
  const response = await handlers[method](request, mountContext(request, params));
  const answer = await response.text();
  return { status: response.status, headers: response.headers, body: answer === "" ? undefined : JSON.parse(answer) };
}
