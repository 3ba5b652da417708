// A worker of the one-machine server: accepts connections, answers operations, files, probes and event streams itself,
// and passes everything else on to the page processes.
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import onHeaders from "on-headers";
import { apiRoutes } from "@/lib/api/routes";
import { announceEncodingRestored } from "@/lib/http/response/content-encoding";
import type { Found } from "@/lib/http/router";
import { connectToSupervisor } from "@/lib/infra/process/supervisor";
import { mcpRoute } from "@/lib/mcp/serve-mcp";
import type { EntryRequest } from "@/lib/server/entry/request-body";
import { bodyLimitOf, isRejectedAtEntry } from "@/lib/server/entry/body-limits";
import { bodyMemory } from "@/lib/server/entry/body-memory";
import { Connections } from "@/lib/server/entry/connections";
import { answerFaults, rejectBody, rejectMethod } from "@/lib/server/entry/rejection";
import { createHttpServer, type WorkerResponse } from "@/lib/server/entry/http-server";
import { BackgroundJobs, OperationExchange } from "./operation-exchange";
import { listen } from "./listeners";
import { answerMonitoring } from "./monitoring";
import { pageExchange } from "./page-exchange";
import { relayTo, untilPagesServe } from "./page-relay";
import { Penalties } from "@/lib/server/entry/penalties";
import { inSequence } from "@/lib/server/entry/pipelining";
import { processSettings } from "./process-settings";
import { isEventStream, requestTurns } from "@/lib/server/entry/request-admission";
import { inRecordedScope } from "./request-recording";
import { isApi, parseRequestTarget, type RequestTarget } from "@/lib/server/entry/request-target";
import { drainOnSignal } from "./shutdown";
import { startProcess } from "./start";
import { VisitorsPages } from "./visitors-pages";

const API_METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
/** Methods of pages and files. Next would answer any other with the page too, after reading megabytes of body. */
const PAGE_METHODS = ["GET", "HEAD"];

const { build, graceMs, isBehindProxy, isDirect, pagesSocket, descriptors, ...processes } = processSettings();

connectToSupervisor(processes);
announceEncodingRestored();
const shutdown = drainOnSignal({ graceMs });
await startProcess();

const backgroundJobs = new BackgroundJobs();
const visitorsPages = new VisitorsPages();
const inTurn = requestTurns();
const operations = new OperationExchange(isDirect ? [...apiRoutes(), mcpRoute()] : [], {
  backgroundJobs,
  onWritten: (request) => visitorsPages.noteWrite(request),
});
const relayedOrKept = visitorsPages.keep(relayTo(pagesSocket));
const answerPageOrFile = pageExchange(
  build,
  visitorsPages.inFrontOf(
    inTurn((request, response, leave) => {
      onHeaders(response, () => isEventStream(response) && leave());
      return relayedOrKept(request, response);
    }),
  ),
);
const answerOperation = inTurn<[Found]>((request, response, leave, found) =>
  operations.answer(request, response, found, leave),
);
const penalties = new Penalties();
const penalize = (socket: Socket) => isBehindProxy || penalties.add(socket);
const bodies = bodyMemory({ onFragmented: penalize });
const closeUnfinished = bodies.closeOldest;
const connections = new Connections({ closeUnfinished, ...(isBehindProxy && { clientOf: () => undefined }) });

const answer = (request: EntryRequest, response: WorkerResponse<EntryRequest>, isLast: () => boolean) => {
  response.once("close", () => request.discardRest());
  response.closesConnection = () => shutdown.isUnderWay && isLast();
  const target = parseRequestTarget(request.url ?? "");
  const requestPath = target?.path ?? "/";
  bodies.watch(request, response, bodyLimitOf(requestPath));
  inRecordedScope(request, response, requestPath, () =>
    answerFaults(request, response, () => answerAtEntry(request, response, target)),
  );
};
const onTooManyAhead = (socket: Socket) => isBehindProxy || penalties.addAndClose(socket);
const listener = inSequence(answer, { onTooManyAhead });
const server = createHttpServer(listener, { connections, penalties, onTooManyHeaders: penalize });
if (processes.pageProcesses > 0) await untilPagesServe(pagesSocket);
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, () => backgroundJobs.settled());

/** Dispatches a request by its target: rejects requests that no route would answer, and passes the others on. */
function answerAtEntry(request: EntryRequest, response: ServerResponse, target: RequestTarget | undefined): unknown {
  if (!target) return response.writeHead(400).end();
  const path = pathFor(target);
  const url = (request.url = path + target.search);
  const methods = isApi(path) ? API_METHODS : PAGE_METHODS;
  if (!methods.includes(request.method ?? "")) return rejectMethod(request, response, methods.join(", "));
  if (target.kind === "irregular" && path === target.path) return response.writeHead(308, { Location: url }).end();
  if (isRejectedAtEntry(request, path)) return rejectBody(request, response, path);
  if (answerMonitoring(request, response, { path, search: target.search })) return;
  const found = isApi(path) ? operations.find(path) : undefined;
  return found ? answerOperation(request, response, found) : answerPageOrFile(request, response, path);
}

/**
 * Returns the path to route by. An unreadable one becomes a path that cannot exist, so that it gets the 404 of its
 * kind: that of the public API, of session routes, or a page. Only pages redirect to their canonical path.
 */
function pathFor(target: RequestTarget): string {
  if (target.kind === "regular") return target.path;
  const sent = target.kind === "irregular" ? target.unresolved : target.path;
  for (const area of ["/api/v1/", "/api/"]) {
    if (target.path.startsWith(area) || sent.startsWith(area)) return `${area}-`;
  }
  return target.kind === "unreadable" ? "/-" : target.path;
}
