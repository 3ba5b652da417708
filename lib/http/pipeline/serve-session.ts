import { newRequestId } from "@/lib/domain/kernel/id";
import { allowedMethods, type Handler, type Handlers, handlersFor } from "@/lib/http/handlers";
import type { SessionOperation } from "@/lib/http/operation";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";
import { unknownPath } from "./admission";
import { handle } from "./pipeline";

/** Builds the handlers of a path of session operations. */
export function serveSession(...operations: SessionOperation[]): Handlers {
  const allow = allowedMethods(operations).join(", ");
  return handlersFor({
    declared: Object.fromEntries(operations.map((operation) => [operation.method, handle(operation)])),
    options: async () =>
      new PlainResponse(null, { status: 204, headers: { Allow: allow, "Cache-Control": "no-store" } }),
    undeclared: sessionMethodNotAllowed(allow),
  });
}

/** Handles `/api/…` paths where no operation is declared. */
export function serveUnknownSession(): Handlers {
  const unknown: Handler = async (request) => sessionError(request, newRequestId(), unknownPath());
  return handlersFor({ declared: {}, options: unknown, undeclared: unknown });
}
