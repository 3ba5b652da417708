// The process of an instance that only runs jobs: answers probes and scrapes, and serves nothing of the product.
import type { IncomingMessage } from "node:http";
import { DomainError } from "@/lib/domain/errors";
import { connectToSupervisor } from "@/lib/infra/process/supervisor";
import { Connections } from "./connections";
import { answerFaults } from "./entry-faults";
import { rejectAtEntry } from "./entry-rejection";
import { createHttpServer, type WorkerResponse } from "./http-server";
import { listen } from "./listeners";
import { answerMonitoring } from "./monitoring";
import { Penalties } from "./penalties";
import { processSettings } from "./process-settings";
import { inRecordedScope } from "./request-recording";
import { parseRequestTarget } from "./request-target";
import { drainOnSignal } from "./shutdown";
import { startProcess } from "./start";

/** A request reaches this instance by mistake: a retry may reach one that serves. */
const RETRY_AFTER_SECONDS = 5;

const { graceMs, descriptors, ...processes } = processSettings();

connectToSupervisor(processes);
const shutdown = drainOnSignal({ graceMs });
await startProcess();

function answer(request: IncomingMessage, response: WorkerResponse): void {
  const { path = "/", search = "" } = parseRequestTarget(request.url ?? "") ?? {};
  response.closesConnection = () => shutdown.isUnderWay;
  inRecordedScope(request, response, path, () =>
    answerFaults(
      request,
      response,
      () => answerMonitoring(request, response, { path, search }) || refuse(request, response),
    ),
  );
}

function refuse(request: IncomingMessage, response: WorkerResponse): void {
  const error = new DomainError("unavailable", "This instance runs jobs and serves nobody. Nothing was changed.", {
    retryAfter: RETRY_AFTER_SECONDS,
  });
  // Unread body bytes would reset the connection before the client reads the response.
  request.resume();
  rejectAtEntry(request, response, error, { Connection: "close" });
}

const penalties = new Penalties();
const connections = new Connections();
const onTooManyHeaders = penalties.add.bind(penalties);
const server = createHttpServer(answer, { connections, penalties, onTooManyHeaders });
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, async () => undefined);
