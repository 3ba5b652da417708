// A worker of the one-machine server: accepts connections, answers operations, files, probes and event streams itself,
// and passes everything else on to the page processes.
import path from "node:path";
import onHeaders from "on-headers";
import type { Socket } from "node:net";
import { apiRoutes } from "@/lib/api/routes";
import { announceEncodingRestored } from "@/lib/http/content-encoding";
import { stampPeers } from "@/lib/infra/peer";
import { connectToSupervisor } from "@/lib/infra/supervisor";
import { drainIfAbandoned } from "./abandoned-bodies";
import { bodyLimitOf } from "./body-limits";
import { bodyMemory } from "./body-memory";
import { Connections } from "./connections";
import { mountDirectly } from "./direct-mount";
import { answerAtEntry } from "./entry";
import { answerFaults } from "./entry-faults";
import { createHttpServer } from "./http-server";
import { LateJobs } from "./late-jobs";
import { listen } from "./listeners";
import { relayTo } from "./page-relay";
import { Penalties } from "./penalties";
import { inSequence, type SequencedListener } from "./pipelining";
import { processSettings } from "./process-settings";
import { publicFilesIn } from "./public-files";
import { inTurn } from "./request-admission";
import { inRecordedScope } from "./request-recording";
import { parseRequestTarget } from "./request-target";
import { compressResponse } from "./response-compression";
import { drainOnSignal } from "./shutdown";
import { startProcess } from "./start";
import { publicFiles, staticAssets } from "./static-assets";
import { VisitorsPages } from "./visitors-pages";

const { build, graceMs, isBehindProxy, isDirect, pagesSocket, descriptors, ...processes } = processSettings();

connectToSupervisor(processes);
stampPeers();
announceEncodingRestored();
const shutdown = drainOnSignal({ graceMs });
await startProcess();

const lateJobs = new LateJobs();
const visitorsPages = new VisitorsPages();
const routes = isDirect ? apiRoutes() : [];
const answers = {
  isPublicFile: publicFilesIn("public"),
  publicFile: publicFiles("public"),
  staticAsset: staticAssets(path.join(build, "static")),
  pageOrOperation: visitorsPages.inFrontOf(
    inTurn(visitorsPages.keep(mountDirectly(routes, lateJobs, relayTo(pagesSocket)))),
  ),
};
const penalties = new Penalties();
const penalize = (socket: Socket) => isBehindProxy || penalties.add(socket);
const bodies = bodyMemory({ onFragmented: penalize });
const closeUnfinished = bodies.closeOldest;
const connections = new Connections({ closeUnfinished, ...(isBehindProxy && { clientOf: () => undefined }) });

const answer: SequencedListener = (request, response, isLast) => {
  drainIfAbandoned(request, response);
  onHeaders(response, () => shutdown.isUnderWay && isLast() && response.setHeader("Connection", "close"));
  const target = parseRequestTarget(request.url ?? "");
  const requestPath = target?.path ?? "/";
  bodies.watch(request, response, bodyLimitOf(requestPath));
  inRecordedScope(request, response, requestPath, () =>
    compressResponse(request, response, () =>
      answerFaults(request, response, () => answerAtEntry(answers, request, response, target)),
    ),
  );
};
const onTooManyAhead = (socket: Socket) => isBehindProxy || penalties.addAndClose(socket);
const listener = inSequence(answer, { onTooManyAhead });
const server = createHttpServer(listener, { connections, penalties, onTooManyHeaders: penalize });
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, () => lateJobs.settled());
