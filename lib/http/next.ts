import { after } from "next/server";
import { clientIp } from "@/lib/infra/network/client-ip";
import type { Handler, Handlers } from "./handlers";
import type { PathParams } from "@/lib/http/pipeline/input";

export type NextHandler = (request: Request, context: { params: Promise<PathParams> }) => Promise<Response>;

/** Mounts a path's handlers on Next's router: what its route file exports. */
export function onNext(handlers: Handlers): Record<keyof Handlers, NextHandler> {
  const entries = Object.entries(handlers).map(([method, handler]) => [method, mounted(handler)]);
  return Object.fromEntries(entries) as Record<keyof Handlers, NextHandler>;
}

function mounted(handler: Handler): NextHandler {
  return async (request, { params }) =>
    handler(request, { params: await params, clientIp: clientIp(request), waitUntil: (job) => after(job) });
}
