// A page process of the one-machine server: Next, behind the workers (lib/server/page-relay.ts).
import { createServer, Server, type IncomingMessage } from "node:http";
import { createRequire } from "node:module";
import next from "next";
import { PHASE_PRODUCTION_SERVER } from "next/constants.js";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { announceEncodingRestored } from "@/lib/http/response/content-encoding";
import { trustStamps } from "@/lib/infra/network/client-ip";
import { connectToSupervisor } from "@/lib/infra/process/supervisor";
import { Connections } from "@/lib/server/entry/connections";
import { answerFaults } from "@/lib/server/entry/rejection";
import { listen } from "./listeners";
import { processSettings } from "./process-settings";
import { drainOnSignal } from "./shutdown";
import { warmUp } from "./warm-up";

/** More than a worker accepts plus what it adds. */
const MAX_HEADER_BYTES = 65_536;
/** How many parts of Next listen for the end of a response. */
const MAX_LISTENERS = 20;

const { host, port, graceMs, workers, pageProcesses, descriptors } = processSettings();
const dir = process.cwd();
// Next caches the configuration loaded here. If its server loaded it, Next would print the duration into the log.
const { default: loadConfiguration } = createRequire(import.meta.url)("next/dist/server/config") as {
  default(phase: string, dir: string): Promise<unknown>;
};
await loadConfiguration(PHASE_PRODUCTION_SERVER, dir);

connectToSupervisor({ workers, pageProcesses });
trustStamps();
announceEncodingRestored();
const shutdown = drainOnSignal({ graceMs });
// Next listens for upgrades on the server it is given. This server never listens, because workers relay no upgrades.
// The middleware sees 127.0.0.1 as localhost: with the address as its hostname, Next would take a rewrite for another
// site's and proxy it to this one.
const app = next({ dir, hostname: "localhost", port, httpServer: new Server() });
await app.prepare();
const answerByNext = app.getRequestHandler();
await warmUp(answerByNext, `${host}:${port}`);

const connections = new Connections({ maxConnections: Infinity, clientOf: () => undefined });
const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES, requestTimeout: 0 }, (request, response) => {
  response.setMaxListeners(MAX_LISTENERS);
  connections.beginRequest(request.socket);
  response.once("close", () => connections.endRequest(request.socket));
  removeUnreadableRouterState(request);
  void answerFaults(request, response, () => answerByNext(request, response));
});
server.on("connection", (socket) => connections.add(socket));
const listeners = listen(server, descriptors, () => process.send?.({ type: "listening" }));
shutdown.drain(listeners, connections, () => app.close());

const HEADER = "next-router-state-tree";

/** Removes a router state that Next cannot read: with it, Next answers a bare 500; without it, the whole page. */
function removeUnreadableRouterState({ headers }: Pick<IncomingMessage, "headers">): void {
  if (headers[HEADER] === undefined) return;
  try {
    parseAndValidateFlightRouterState(headers[HEADER]);
  } catch {
    delete headers[HEADER];
  }
}
