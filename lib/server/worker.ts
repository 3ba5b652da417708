// A worker of the one-machine server: accepts connections, answers operations, files, probes and event streams itself,
// and passes everything else on to the page processes.
import path from "node:path";
import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import onHeaders from "on-headers";
import { apiRoutes } from "@/lib/api/routes";
import { announceEncodingRestored } from "@/lib/http/response/content-encoding";
import { connectToSupervisor } from "@/lib/infra/process/supervisor";
import { mcpRoute } from "@/lib/mcp/serve-mcp";
import { drainIfAbandoned } from "./abandoned-bodies";
import { bodyLimitOf } from "./body-limits";
import { bodyMemory } from "./body-memory";
import { Connections } from "./connections";
import { answerAtEntry } from "./entry";
import { answerFaults } from "./entry-rejection";
import { createHttpServer, type WorkerResponse } from "./http-server";
import { BackgroundJobs, type Found, OperationExchange } from "./operation-exchange";
import { listen } from "./listeners";
import { PageExchange } from "./page-exchange";
import { relayTo, untilPagesServe } from "./page-relay";
import { Penalties } from "./penalties";
import { inSequence } from "./pipelining";
import { processSettings } from "./process-settings";
import { isEventStream, requestTurns } from "./request-admission";
import { inRecordedScope } from "./request-recording";
import { parseRequestTarget } from "./request-target";
import { drainOnSignal } from "./shutdown";
import { startProcess } from "./start";
import { publicFiles, publicFilesIn, staticAssets } from "./static-assets";
import { VisitorsPages } from "./visitors-pages";

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
const pages = new PageExchange({
  isPublicFile: publicFilesIn("public"),
  publicFile: publicFiles("public"),
  staticAsset: staticAssets(path.join(build, "static")),
  page: visitorsPages.inFrontOf(
    inTurn((request, response, leave) => {
      onHeaders(response, () => isEventStream(response) && leave());
      return relayedOrKept(request, response);
    }),
  ),
});
const answers = {
  findOperation: (path: string) => operations.find(path),
  operation: inTurn<[Found]>((request, response, leave, found) => operations.answer(request, response, found, leave)),
  pageOrFile: pages.answer.bind(pages),
};
const penalties = new Penalties();
const penalize = (socket: Socket) => isBehindProxy || penalties.add(socket);
const bodies = bodyMemory({ onFragmented: penalize });
const closeUnfinished = bodies.closeOldest;
const connections = new Connections({ closeUnfinished, ...(isBehindProxy && { clientOf: () => undefined }) });

const answer = (request: IncomingMessage, response: WorkerResponse, isLast: () => boolean) => {
  drainIfAbandoned(request, response);
  response.closesConnection = () => shutdown.isUnderWay && isLast();
  const target = parseRequestTarget(request.url ?? "");
  const requestPath = target?.path ?? "/";
  bodies.watch(request, response, bodyLimitOf(requestPath));
  inRecordedScope(request, response, requestPath, () =>
    answerFaults(request, response, () => answerAtEntry(answers, request, response, target)),
  );
};
const onTooManyAhead = (socket: Socket) => isBehindProxy || penalties.addAndClose(socket);
const listener = inSequence(answer, { onTooManyAhead });
const server = createHttpServer(listener, { connections, penalties, onTooManyHeaders: penalize });
if (processes.pageProcesses > 0) await untilPagesServe(pagesSocket);
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, () => backgroundJobs.settled());
