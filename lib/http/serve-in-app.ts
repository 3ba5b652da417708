import { after } from "next/server";
import { actorOfRequest } from "@/lib/auth/current";
import { type Actor, createContext, newRequestId } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { clientIp } from "./client-ip";
import type { AppEndpoint } from "./endpoint";
import { failureOf } from "./errors";
import { type Handler, type Handlers, handlersFor } from "./handlers";
import { readInput } from "./input";
import { type JsonEntries, streamJson } from "./json-stream";
import { refuseForeignOrigin } from "./origin";
import { rateLimited, refund, spend } from "./rate-limit";
import { refuseInApp, refuseMethodInApp } from "./refuse-in-app";
import { refundIfUnavailable, spendWrite } from "./write-budgets";

/** The route handlers of a path that the browser calls. IP limit → origin → session → input → write budget → run (4.10). */
export function serveInApp(...endpoints: AppEndpoint[]): Handlers {
  const allow = [...endpoints.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method])), "OPTIONS"].join(
    ", ",
  );
  return handlersFor({
    declared: Object.fromEntries(endpoints.map((endpoint) => [endpoint.method, handle(endpoint)])),
    options: async () => new Response(null, { status: 204, headers: { Allow: allow, "Cache-Control": "no-store" } }),
    undeclared: refuseMethodInApp(allow),
  });
}

/** The answer at `/api/…` paths where nothing is declared. */
export function serveUnknownInApp(): Handlers {
  const unknown: Handler = async (request) =>
    refuseInApp(request, newRequestId(), new Refusal("not_found", "There is no such path."));
  return handlersFor({ declared: {}, options: unknown, undeclared: unknown });
}

function handle(endpoint: AppEndpoint): Handler {
  return async (request, { params }) => {
    const requestId = newRequestId();
    let counted: string | undefined;
    const isLimited = (subject: string) => {
      counted = subject;
      return limited(endpoint, subject);
    };
    try {
      if (endpoint.budgetPer === "ip" && (await isLimited(clientIp(request))))
        return answered(endpoint, endpoint.whenLimited);
      if (endpoint.method !== "GET") refuseForeignOrigin(request);
      const actor = await admit(endpoint, request);
      if (endpoint.budgetPer === "user" && actor && (await isLimited(actor.id)))
        return answered(endpoint, endpoint.whenLimited);
      const { values } = await readInput(endpoint, request, await params);
      const spent = endpoint.writes && actor && (await spendWrite(endpoint.writes, actor.id));
      if (spent) throw rateLimited(spent);
      const ctx = createContext({
        actor,
        door: "app",
        requestId,
        afterCommit: (job) => after(job),
        signal: request.signal,
      });
      // The declaration ties `run`'s types to its schemas and to `session`.
      const answer = await refundIfUnavailable(endpoint.writes, actor?.id, async () => {
        const prepared = await endpoint.prepare?.(ctx as never, values as never);
        return endpoint.run(ctx as never, values as never, prepared as never);
      });
      return endpoint.streamed
        ? await streamJson(request, answer as JsonEntries, { "Cache-Control": UNCOMPRESSED })
        : answered(endpoint, answer);
    } catch (error) {
      // What failed on our side counts against nobody.
      if (endpoint.budget && counted !== undefined && failureOf(error).status === 503)
        await refund(endpoint.budget, counted, whenDown(endpoint));
      return refuseInApp(request, requestId, error);
    }
  };
}

/** Whether the budget is spent and the endpoint has a mild answer for that; without one it refuses. */
async function limited(endpoint: AppEndpoint, subject: string): Promise<boolean> {
  if (!endpoint.budget) return false;
  const quota = await spend(endpoint.budget, subject, whenDown(endpoint));
  if (quota.allowed) return false;
  if (endpoint.whenLimited !== undefined) return true;
  throw rateLimited(quota);
}

const whenDown = ({ method }: AppEndpoint) => ({ whenDown: method === "GET" ? ("open" as const) : ("local" as const) });

async function admit(endpoint: AppEndpoint, request: Request): Promise<Actor | null> {
  if (endpoint.session === "none") return null;
  const actor = await actorOfRequest(request);
  if (!actor && endpoint.session === "required") throw new Refusal("signed_out", "Sign in first.");
  return actor;
}

/** What is large and asked for seldom is sent as it is: compressing it would keep the threads busy that passwords and files need. */
const UNCOMPRESSED = "no-store, no-transform";

function answered(endpoint: AppEndpoint, answer: unknown): Response {
  const headers = { "Cache-Control": endpoint.cacheControl ?? "no-store" };
  if (endpoint.status === 204) return new Response(null, { status: 204, headers });
  return Response.json(answer, { status: endpoint.status, headers });
}
