import type { IncomingMessage, ServerResponse } from "node:http";
import { addRoute, createRouter, findRoute } from "rou3";
import { NodeRequest, sendNodeResponse } from "srvx/node";
import type { Handlers, Route } from "@/lib/http/handlers";
import { API_HEADERS, PUBLIC_API_HEADERS, SITE_HEADERS } from "@/lib/http/site-headers";
import { clientIp } from "@/lib/infra/client-ip";
import { log } from "@/lib/infra/log";
import type { LateJobs } from "./late-jobs";

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

/**
 * Answers the routes' requests by their handlers, straight from Node's HTTP server, and leaves all others to Next.
 * @see docs/decisions/direct-mount.md
 */
export function mountDirectly(routes: readonly Route[], lateJobs: LateJobs, answerByNext: Answer): Answer {
  const router = createRouter<Handlers>();
  for (const { path, handlers } of routes) addRoute(router, "", path.replace(/\{(\w+)\}/g, ":$1"), handlers);
  return (request, response) => {
    const path = pathOf(request);
    const found = findRoute(router, "", path);
    if (!found) return answerByNext(request, response);
    setSiteHeaders(response, path);
    return answer(found.data, decoded(found.params), { request, response, lateJobs });
  };
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  lateJobs: LateJobs;
}

async function answer(
  handlers: Handlers,
  params: Record<string, string>,
  { request: incoming, response: outgoing, lateJobs }: Exchange,
): Promise<void> {
  try {
    const request: Request = new NodeRequest({ req: incoming, res: outgoing });
    const response = await handlers[incoming.method as keyof Handlers](request, {
      params,
      clientIp: clientIp(request),
      waitUntil: (job) => lateJobs.add(outgoing, job),
    });
    fitToSrvx(outgoing);
    await sendNodeResponse(outgoing, response);
  } catch (error) {
    log.error("request failed outside its handler", { method: incoming.method, path: pathOf(incoming), error });
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(500).end();
  }
}

/**
 * Fits a response to how srvx sends: compression's `end` takes no callback, and of a Web response's empty status text
 * srvx would make an empty reason phrase, where Node fills in the usual one.
 */
function fitToSrvx(response: ServerResponse): void {
  const { writeHead, end } = response;
  response.writeHead = ((status: number, _reason: string, headers: string[]) =>
    writeHead.call(response, status, headers as never)) as typeof writeHead;
  response.end = ((done?: () => void) => {
    if (done) response.once("close", done);
    return (end as () => ServerResponse).call(response);
  }) as typeof end;
}

function pathOf({ url = "" }: IncomingMessage): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** Never fails: the entry has checked that every path is readable. */
function decoded(params: Record<string, string> = {}): Record<string, string> {
  for (const [name, value] of Object.entries(params)) params[name] = decodeURIComponent(value);
  return params;
}

function setSiteHeaders(response: ServerResponse, path: string): void {
  const headers = { ...SITE_HEADERS, ...API_HEADERS, ...(path.startsWith("/api/v1") && PUBLIC_API_HEADERS) };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
