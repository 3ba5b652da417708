import type { Audience } from "@/lib/domain/accounts/apps/resources";
import type { Method } from "./declaration";
import { PlainResponse } from "@/lib/http/response/plain-response";

/** What the mounting server passes to a handler with the request. */
export interface MountContext {
  /** The decoded parameters of the path. */
  params: Record<string, string>;
  /** The client address that limits count by. */
  clientIp: string;
  /** Runs a job after the response has been sent. The process stays alive until it is done. */
  waitUntil(job: () => Promise<unknown>): void;
  /** The audience that access tokens must have; the API by default. */
  audience?: Audience;
}

export type Handler = (request: Request, context: MountContext) => Promise<Response>;

export type Handlers = Record<Method | "HEAD" | "OPTIONS", Handler>;

/** A path and its handlers. `{name}` matches one segment, `**` any number of them. */
export interface Route {
  path: string;
  handlers: Handlers;
}

/** Builds handlers for all seven methods: Next answers a method that a route does not export with a bare 405. */
export function handlersFor({
  declared,
  options,
  undeclared,
}: {
  declared: Partial<Record<Method, Handler>>;
  options: Handler;
  undeclared: Handler;
}): Handlers {
  return {
    GET: declared.GET ?? undeclared,
    HEAD: declared.GET ? withoutBody(declared.GET) : withoutBody(undeclared),
    POST: declared.POST ?? undeclared,
    PUT: declared.PUT ?? undeclared,
    PATCH: declared.PATCH ?? undeclared,
    DELETE: declared.DELETE ?? undeclared,
    OPTIONS: options,
  };
}

/** Returns the methods that a path allows: HEAD where GET is declared, and OPTIONS always. */
export function allowedMethods(declared: readonly { method: Method }[]): string[] {
  return [...declared.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"];
}

function withoutBody(handler: Handler): Handler {
  return async (request, context) => {
    const response = await handler(request, context);
    if (response instanceof PlainResponse) return response.withoutBody();
    const { status, headers, body } = response;
    // Stops the producer of a streamed body.
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}
