import type { Method } from "./declaration";
import type { PathParams } from "./input";

export interface RouteContext {
  params: Promise<PathParams>;
}

export type Handler = (request: Request, context: RouteContext) => Promise<Response>;

export type Handlers = Record<Method | "HEAD" | "OPTIONS", Handler>;

/** Next answers a method that a route file does not export with a bare 405 of its own, so all seven are always there. */
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

function withoutBody(handler: Handler): Handler {
  return async (request, context) => {
    const { status, headers, body } = await handler(request, context);
    // What is produced as it is read stops here.
    await body?.cancel();
    return new Response(null, { status, headers });
  };
}
