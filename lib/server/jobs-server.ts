// The process of an instance that only runs jobs: answers probes and scrapes, and serves nothing of the product.
import type { IncomingMessage } from "node:http";
import { connectToSupervisor } from "@/lib/infra/process/supervisor";
import { Connections } from "@/lib/server/entry/connections";
import { answerFaults, turnAway } from "@/lib/server/entry/rejection";
import { createHttpServer, type WorkerResponse } from "@/lib/server/entry/http-server";
import { listen } from "./listeners";
import { answerMonitoring } from "./monitoring";
import { Penalties } from "@/lib/server/entry/penalties";
import { processSettings } from "./process-settings";
import { inRecordedScope } from "./request-recording";
import { parseRequestTarget } from "@/lib/server/entry/request-target";
import { drainOnSignal } from "./shutdown";
import { startProcess } from "./start";

const { graceMs, descriptors, ...processes } = processSettings();

connectToSupervisor(processes);
const shutdown = drainOnSignal({ graceMs });
await startProcess();

function answer(request: IncomingMessage, response: WorkerResponse): void {
  const { path = "/", search = "" } = parseRequestTarget(request.url ?? "") ?? {};
  response.closesConnection = () => shutdown.isUnderWay;
  inRecordedScope(request, response, path, () =>
    answerFaults(request, response, () => {
      if (answerMonitoring(request, response, { path, search })) return;
      // It came here by mistake: a retry may reach an instance that serves.
      turnAway(request, response, "This instance runs jobs and serves nobody. Nothing was changed.");
    }),
  );
}

const penalties = new Penalties();
const connections = new Connections();
const onTooManyHeaders = penalties.add.bind(penalties);
const server = createHttpServer(answer, { connections, penalties, onTooManyHeaders });
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, async () => undefined);
