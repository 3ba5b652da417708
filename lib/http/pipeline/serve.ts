import { DomainError } from "@/lib/domain/kernel/errors";
import { allowedMethods, type Handler, type Handlers, handlersFor } from "@/lib/http/handlers";
import type { ApiOperation } from "@/lib/http/operation";
import { preflight } from "@/lib/http/response/cors";
import { beginRequest, failed, responseHeaders } from "@/lib/http/response/response";
import { authenticate } from "./authenticate";
import { peekAtFailures, spendUndeclared } from "./budgets";
import { logCall } from "./log-call";
import { handle } from "./pipeline";
import { sandboxed } from "./sandboxed";

/** Builds the handlers of a path of the public API. */
export function serve(...operations: ApiOperation[]): Handlers {
  const allow = allowedMethods(operations);
  const rejection = () => new DomainError("method_not_allowed", `This path answers ${allow.join(", ")}.`);
  return handlersFor({
    declared: Object.fromEntries(operations.map((operation) => [operation.method, handle(operation)])),
    options: answerOptions(allow),
    undeclared: rejectAll(rejection, { Allow: allow.join(", ") }),
  });
}

/** Handles `/api/v1/…` paths where no operation is declared. */
export function serveUnknown(): Handlers {
  const rejection = () =>
    new DomainError("not_found", "There is no such path in this API. GET /api/v1/openapi.json lists them all.");
  return handlersFor({ declared: {}, options: answerOptions(allowedMethods([])), undeclared: rejectAll(rejection) });
}

/** The same error for every request: neither it nor its headers tell a live key from a dead one. */
function rejectAll(rejection: () => DomainError, headers: Record<string, string> = {}): Handler {
  return sandboxed({ isAct: false }, async (request, mount) => {
    const state = beginRequest(mount);
    try {
      const caller = await authenticate(request, state);
      await spendUndeclared(state, caller);
      if (!(caller instanceof DomainError)) state.caller = caller;
      throw rejection();
    } catch (error) {
      const response = failed(error, request, state, headers);
      logCall(null, request, state, response);
      return response;
    }
  });
}

function answerOptions(allow: string[]): Handler {
  return async (_request, mount) => {
    const state = beginRequest(mount);
    await peekAtFailures(state);
    return preflight(allow, responseHeaders(state));
  };
}
