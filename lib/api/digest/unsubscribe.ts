import { stopDigest } from "@/lib/domain/consequences/digest/settings";
import { createContext } from "@/lib/domain/kernel/context";
import { newRequestId } from "@/lib/domain/kernel/id";
import { type Handler, type Handlers, handlersFor } from "@/lib/http/handlers";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";

const ALLOW = "GET, HEAD, POST, OPTIONS";

/**
 * Builds the handlers of the address in a digest's `List-Unsubscribe`. A mail program sends a POST to it, from any
 * origin and with a body that says nothing (RFC 8058); a person who opens it gets the page that asks first.
 */
export function serveUnsubscribing(): Handlers {
  return handlersFor({
    declared: { GET: showPage, POST: unsubscribe },
    options: async () => new PlainResponse(null, { status: 204, headers: { ...NO_STORE, Allow: ALLOW } }),
    undeclared: sessionMethodNotAllowed(ALLOW),
  });
}

const NO_STORE = { "Cache-Control": "no-store" };

const tokenOf = (request: Request) => new URL(request.url).searchParams.get("token") ?? "";

const showPage: Handler = async (request) => {
  const Location = `/unsubscribe?token=${encodeURIComponent(tokenOf(request))}`;
  return new PlainResponse(null, { status: 303, headers: { ...NO_STORE, Location } });
};

const unsubscribe: Handler = async (request) => {
  const requestId = newRequestId();
  try {
    await stopDigest(createContext({ actor: null, channel: "session", requestId }), { token: tokenOf(request) });
    return new PlainResponse(null, { status: 204, headers: NO_STORE });
  } catch (error) {
    return sessionError(request, requestId, error);
  }
};
