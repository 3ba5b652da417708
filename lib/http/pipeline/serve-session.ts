import { actorOfRequest, sessionOf, sessionTokenOf, type SignedIn } from "@/lib/auth/session";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { newRequestId } from "@/lib/domain/kernel/id";
import { DomainError, rateLimited } from "@/lib/domain/kernel/errors";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { requireStaff } from "@/lib/domain/accounts/guards/staff";
import { describeRequest } from "@/lib/infra/log/tracing";
import type { SessionOperation } from "@/lib/http/operation";
import { failureOf } from "@/lib/http/response/errors";
import type { StoredResponse } from "./idempotency";
import { type EventStream, runAtOnce, streamEvents } from "@/lib/http/response/event-stream";
import { allowedMethods, type Handler, type Handlers, handlersFor, type MountContext } from "@/lib/http/handlers";
import { type JsonEntries, streamJson } from "@/lib/http/response/json-stream";
import { admitWriter, bodyOf, perform } from "./perform";
import { PlainResponse } from "@/lib/http/response/plain-response";
import { recorded } from "./record-request";
import { etagOf } from "@/lib/http/response/response";
import { env } from "@/lib/infra/environment/env";
import { budgetHeaders, type Quota, refund, spend } from "@/lib/infra/limiter/rate-limit";
import { trustedHost } from "@/lib/infra/network/client-ip";
import { type ArchiveFile, streamZip } from "@/lib/http/response/zip-stream";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/**
 * Builds the handlers of session operations. They check in this order: budget of the client's address, origin, session,
 * the page's account, staff role, confirmed address, budget of the account, recent proof, input, budget of writes.
 */
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

const unknownPath = () => new DomainError("not_found", "There is no such path.");

function handle(operation: SessionOperation): Handler {
  return recorded(operation, async (request, { params, clientIp, waitUntil }) => {
    const requestId = newRequestId();
    describeRequest({ requestId });
    let counted: string | undefined;
    let spent: Quota[] = [];
    const isLimited = async (subject: string) => {
      counted = subject;
      const quota = operation.budget && (await spend(operation.budget, subject, whenDown(operation)));
      if (!quota) return false;
      spent.push(quota);
      return isRejected(operation, quota);
    };
    try {
      if (operation.available && !operation.available()) throw unknownPath();
      if (operation.budgetPer === "ip" && (await isLimited(clientIp))) return whenLimited(operation, spent);
      if (operation.method !== "GET") requireSameOrigin(request);
      const actor = await admit(operation, request, clientIp);
      if (operation.budgetPer === "user" && actor && (await isLimited(actor.id))) return whenLimited(operation, spent);
      const ctx = contextOf(operation, request, actor, { requestId, clientIp, waitUntil });
      if (operation.stepUp) requireRecentProof(ctx);
      const onWriteSpent = (quotas: Quota[]) => void spent.push(...quotas);
      const performed = await perform(operation, request, { params, ctx, onWriteSpent });
      if ("stream" in performed) return await streamed(operation, request, performed.stream);
      const answer = performed as StoredResponse;
      // A replayed response counts against no budget.
      if (answer.replayed) {
        await refundBudget(operation, counted);
        spent = [];
      }
      return buildResponse(operation, answer, spent);
    } catch (error) {
      // A failure on our side counts against no budget.
      if (failureOf(error).status === 503) {
        await refundBudget(operation, counted);
        spent = [];
      }
      return sessionError(request, requestId, error, budgetHeaders(spent));
    }
  });
}

function contextOf(
  operation: SessionOperation,
  { signal }: Request,
  actor: SignedIn | null,
  { requestId, clientIp, waitUntil }: Pick<MountContext, "clientIp" | "waitUntil"> & { requestId: string },
): VisitorContext {
  const session = sessionOf(actor);
  const afterCommit = operation.response === "events" ? runAtOnce : waitUntil;
  const readsReplica = operation.replica ? "preferred" : undefined;
  return createContext({ actor, channel: "session", requestId, clientIp, afterCommit, signal, session, readsReplica });
}

async function streamed(operation: SessionOperation, request: Request, answer: unknown): Promise<Response> {
  if (operation.response === "events") return streamEvents(request, answer as EventStream);
  if (operation.response === "entries")
    return streamJson(request, answer as JsonEntries, { "Cache-Control": UNCOMPRESSED });
  const files = answer as AsyncGenerator<ArchiveFile, void>;
  return streamZip(request, { files, name: operation.archiveName ?? "" }, { "Cache-Control": UNCOMPRESSED });
}

async function refundBudget(operation: SessionOperation, subject: string | undefined): Promise<void> {
  if (operation.budget && subject !== undefined) await refund(operation.budget, subject, whenDown(operation));
}

/** @throws DomainError `rate_limited` if the operation declares no response for that */
function isRejected(operation: SessionOperation, quota: Quota): boolean {
  if (quota.allowed) return false;
  if (operation.whenLimited !== undefined) return true;
  throw rateLimited(quota);
}

const whenDown = ({ method }: SessionOperation) => ({
  whenDown: method === "GET" ? ("open" as const) : ("local" as const),
});

async function admit(operation: SessionOperation, request: Request, clientIp: string): Promise<SignedIn | null> {
  if (operation.session === "none") return null;
  const actor = await actorOfRequest(request, { orReplica: operation.replica });
  if (!actor && operation.session === "required") throw await signedOut(request, clientIp);
  if (actor) requirePageAccount(request, actor);
  if (actor && operation.staff) requireStaff(actor, operation.staff);
  admitWriter(operation, actor);
  return actor;
}

/** Counts a session that has ended against the client's address, as a key that is not valid. */
async function signedOut(request: Request, clientIp: string): Promise<DomainError> {
  const quota = sessionTokenOf(request) && (await spend("authFailures", clientIp, { whenDown: "local" }));
  return quota && !quota.allowed ? rateLimited(quota) : new DomainError("signed_out", "Sign in first.");
}

/** Rejects a page rendered for an account that the browser has left since, in another tab. No header, no check. */
function requirePageAccount(request: Request, { id, handle }: SignedIn): void {
  const renderedFor = request.headers.get("x-page-account");
  if (renderedFor === null || renderedFor === id) return;
  throw new DomainError(
    "account_changed",
    `You’re signed in as @${handle} now, and this page belongs to another account. Nothing was sent. Reload the page to go on as @${handle}.`,
  );
}

/** Large, rare responses are not compressed, because password hashing and files need the thread pool. */
const UNCOMPRESSED = "no-store, no-transform";

function buildResponse(
  operation: SessionOperation,
  { status, body, replayed }: StoredResponse,
  spent: Quota[],
): Response {
  const headers: Record<string, string> = {
    "Cache-Control": operation.cacheControl ?? "no-store",
    // Left out of cacheable responses, which other clients would receive.
    ...(operation.cacheControl === undefined && budgetHeaders(spent)),
  };
  if (replayed) headers["Idempotency-Replayed"] = "true";
  if (status === 204) return new PlainResponse(null, { status, headers });
  Object.assign(headers, versionHeader(operation, body), { "Content-Type": "application/json" });
  return new PlainResponse(body, { status, headers });
}

const whenLimited = (operation: SessionOperation, spent: Quota[]) =>
  buildResponse(operation, { status: operation.status, body: bodyOf(operation.whenLimited), replayed: false }, spent);

/** The ETag of an editable resource. Other session routes have none. */
const versionHeader = (operation: SessionOperation, body: string): Record<string, string> =>
  operation.version ? { ETag: etagOf(operation, body) } : {};

/**
 * Rejects writes from foreign origins. A request without `Origin` is not a browser's cross-site request; `null` is
 * foreign. Compares with the Host, because Next's request URL always says localhost.
 */
export function requireSameOrigin(request: Request): void {
  const origin = request.headers.get("origin");
  if (origin === null || isOwn(origin, request)) return;
  throw new DomainError("forbidden", "This request came from another site.");
}

function isOwn(origin: string, request: Request): boolean {
  const host = parseUrl(origin)?.host;
  if (host === undefined) return false;
  return host === trustedHost(request)?.toLowerCase() || host === new URL(env().siteUrl).host;
}
