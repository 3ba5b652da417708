import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { spendOrReject } from "@/lib/domain/kernel/budget";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import { newRequestId } from "@/lib/domain/kernel/id";
import type { ClientCredentials, FoundApp } from "@/lib/domain/accounts/apps/clients";
import { describable, OAuthError } from "@/lib/domain/accounts/apps/oauth-error";
import { readJson, readText } from "@/lib/http/body/json-body";
import { type Handler, type Handlers, handlersFor, type MountContext } from "@/lib/http/handlers";
import { failureOf, logFailure } from "@/lib/http/response/errors";
import { recorded } from "./record-request";
import { corsHeaders, preflight } from "@/lib/http/response/cors";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { spend } from "@/lib/infra/limiter/rate-limit";
import type { BudgetName } from "@/lib/infra/limiter/budgets";
import { describeRequest } from "@/lib/infra/log/tracing";

/** The parameters of a form, each at most once. An empty parameter counts as missing (RFC 6749, 3.2). */
export type Parameters = Partial<Record<string, string>>;

interface Sent {
  parameters: Parameters;
  /** The `User-Agent`, or "". */
  program: string;
}

interface Common {
  path: string;
  status?: 200 | 201;
  /** A budget of the client's address. Without one, only failures count. */
  budget?: BudgetName;
}

interface FormEndpoint extends Common {
  takes: "form";
  authenticate(ctx: VisitorContext, credentials: ClientCredentials): Promise<FoundApp>;
  run(ctx: VisitorContext, app: FoundApp, sent: Sent): Promise<object>;
}

interface JsonEndpoint extends Common {
  takes: "json";
  run(ctx: VisitorContext, body: unknown): Promise<object>;
}

/** An OAuth endpoint. It responds with JSON, and with errors in the protocol's format (RFC 6749, 5.2). */
type Endpoint = FormEndpoint | JsonEndpoint;

/** The budget and subject that a request's failure counts against. */
interface Suspect {
  budget: "authFailures" | "appFailures";
  subject: string;
}

/** Larger than any request of an app. */
const MAX_BYTES = 16 * 1024;
const MAX_PROGRAM_LENGTH = 200;

/** Builds the handlers of an endpoint that apps call directly, from any origin: no cookies are involved. */
export function serveOAuth(endpoint: Endpoint): Handlers {
  return handlersFor({
    declared: { POST: recorded({ method: "POST", path: endpoint.path }, answer(endpoint)) },
    options: async () => preflight(["POST"], { ...corsHeaders, "Cache-Control": "no-store" }),
    undeclared: async () =>
      respond(405, { error: "invalid_request", error_description: "This address answers POST." }, { Allow: "POST" }),
  });
}

function answer(endpoint: Endpoint): Handler {
  const { status = 200, budget } = endpoint;
  return async (request, { clientIp, waitUntil: afterCommit }: MountContext) => {
    const requestId = newRequestId();
    describeRequest({ requestId });
    const suspect: Suspect = { budget: "authFailures", subject: clientIp };
    try {
      if (budget) await spendOrReject(budget, clientIp, { whenDown: "local" });
      const ctx = createContext({ actor: null, channel: "session", requestId, clientIp, afterCommit });
      if (endpoint.takes === "json")
        return respond(status, await endpoint.run(ctx, await readJson(request, MAX_BYTES)));
      const parameters = parametersOf(await readForm(request));
      const app = await endpoint.authenticate(ctx, credentialsOf(request, parameters));
      // Only an app with a secret: anyone can send the client ID of one without, and would cause failures in its name.
      if (app.secretHash !== null) Object.assign(suspect, { budget: "appFailures", subject: app.id } satisfies Suspect);
      const program = (request.headers.get("user-agent") ?? "").slice(0, MAX_PROGRAM_LENGTH);
      return respond(status, await endpoint.run(ctx, app, { parameters, program }));
    } catch (error) {
      return await rejected(error, request, { requestId, suspect });
    }
  };
}

function readForm(request: Request): Promise<string> {
  if (!/^application\/x-www-form-urlencoded\b/i.test(request.headers.get("content-type") ?? ""))
    throw new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.");
  return readText(request, MAX_BYTES);
}

function parametersOf(text: string): Parameters {
  const parameters: Parameters = {};
  for (const [name, value] of new URLSearchParams(text)) {
    if (Object.hasOwn(parameters, name))
      throw new OAuthError("invalid_request", `${name.slice(0, 80)} is given more than once.`);
    if (value !== "") parameters[name] = value;
  }
  return parameters;
}

/** Returns the credentials of an app, sent by HTTP Basic or in the form, but not both. */
function credentialsOf({ headers }: Request, { client_id, client_secret }: Parameters): ClientCredentials {
  const authorization = headers.get("authorization");
  if (authorization === null) return { clientId: client_id, secret: client_secret };
  const [id, secret] = basicCredentials(authorization) ?? [];
  if (id === undefined || secret === undefined)
    throw new OAuthError("invalid_client", "Send the client_id and secret by HTTP Basic, each form-encoded.");
  if (client_secret !== undefined || (client_id !== undefined && client_id !== id))
    throw new OAuthError("invalid_request", "Send the client_id and secret once, by HTTP Basic or in the form.");
  return { clientId: id, secret: secret || undefined };
}

function basicCredentials(authorization: string): string[] | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization)?.[1];
  const parts = encoded && Buffer.from(encoded, "base64").toString("utf8").split(":");
  if (!parts || parts.length !== 2) return undefined;
  try {
    return parts.map((part) => decodeURIComponent(part.replaceAll("+", " ")));
  } catch {
    return undefined;
  }
}

/** Failures that may be guesses: they count against the address, or against an authenticated app. */
const GUESSES = ["invalid_client", "invalid_grant"];

async function rejected(
  error: unknown,
  request: Request,
  { requestId, suspect: { budget, subject } }: { requestId: string; suspect: Suspect },
): Promise<Response> {
  let cause = error;
  if (error instanceof OAuthError) {
    const quota = GUESSES.includes(error.code) && (await spend(budget, subject, { whenDown: "local" }));
    if (!quota || quota.allowed) return protocolError(error);
    cause = rateLimited(quota);
  }
  const failure = failureOf(cause);
  logFailure("session", { request, requestId, failure, error: cause });
  const code = cause instanceof DomainError && failure.status < 429 ? "invalid_request" : "temporarily_unavailable";
  const headers: Record<string, string> = { "X-Request-Id": requestId };
  if (failure.retryAfterSeconds !== undefined) headers["Retry-After"] = String(failure.retryAfterSeconds);
  const name = failure.status === 500 ? "server_error" : code;
  return respond(failure.status, { error: name, error_description: describable(failure.message) }, headers);
}

function protocolError({ code, message }: OAuthError): Response {
  const body = { error: code, error_description: describable(message) };
  if (code !== "invalid_client") return respond(400, body);
  return respond(401, body, { "WWW-Authenticate": 'Basic realm="Pegboard"' });
}

const respond = (status: number, body: object, headers: Record<string, string> = {}): PlainResponse =>
  new PlainResponse(JSON.stringify(body), {
    status,
    headers: { "Content-Type": "application/json", "Cache-Control": "no-store", ...corsHeaders, ...headers },
  });
