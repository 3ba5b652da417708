import { after } from "next/server";
import { clientIp } from "@/lib/infra/network/client-ip";
import type { Handlers, Route } from "./handlers";
import { type Found, Router } from "./router";

/** The decoded segments that a catch-all segment named `path` matched, if any. A path without parameters has none. */
interface NextContext {
  params?: Promise<{ path?: string[] }>;
}

type NextHandlers = Record<keyof Handlers, (request: Request, context: NextContext) => Promise<Response>>;

const METHODS: readonly (keyof Handlers)[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Mounts the handlers of one path: what its route file exports. */
export const onNext = (handlers: Handlers): NextHandlers => mounted(() => ({ handlers, params: {} }));

/**
 * Mounts a table of routes below a path: what the route file of its catch-all segment, named `path`, exports. The path
 * is that of the segments, because after a rewrite the request still has the URL that the client sent.
 */
export function tableOnNext(base: string, routes: readonly Route[]): NextHandlers {
  const router = new Router(routes);
  return mounted((segments) => {
    const path = [base, ...segments.map(encodeURIComponent)].join("/");
    const found = router.find(path);
    if (!found) throw new Error(`No route matches ${path}`);
    return found;
  });
}

function mounted(find: (segments: string[]) => Found): NextHandlers {
  const handlers = METHODS.map((method): [keyof Handlers, NextHandlers["GET"]] => [
    method,
    async (request, context) => {
      const { handlers, params } = find((await context.params)?.path ?? []);
      return handlers[method](request, { params, clientIp: clientIp(request), waitUntil: (job) => after(job) });
    },
  ]);
  return Object.fromEntries(handlers) as NextHandlers;
}
