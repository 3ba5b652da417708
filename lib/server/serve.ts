import { Server } from "node:http";
import type { Socket } from "node:net";
import path from "node:path";
import type next from "next";
import onHeaders from "on-headers";
import { announceEncodingRestored } from "@/lib/http/content-encoding";
import { requestRoutes } from "@/lib/http/provided-routes";
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
import { Penalties } from "./penalties";
import { inSequence } from "./pipelining";
import { publicFilesIn } from "./public-files";
import { inTurn } from "./request-admission";
import { inRecordedScope } from "./request-recording";
import { parseRequestTarget } from "./request-target";
import { compressResponse } from "./response-compression";
import { drainOnSignal } from "./shutdown";
import { publicFiles, staticAssets } from "./static-assets";
import { VisitorsPages } from "./visitors-pages";
import { warmUp } from "./warm-up";

interface ServeOptions {
  /** The project's folder, and the name of the build's folder in it. */
  dir: string;
  build: string;
  host: string | undefined;
  port: number;
  graceMs: number;
  /** A proxy's connections are those of all its clients: none is limited or penalized by its address. */
  isBehindProxy: boolean;
  /** Whether operations are answered without Next. */
  isDirect: boolean;
  /** Of the socket that this worker shares with others; none in a process that serves alone. */
  descriptors: number[];
  /** How many workers there are, this one included. */
  workers: number;
}

/**
 * Runs the one-machine server: Next behind limits on connections, bodies and concurrency, with precompressed static
 * files. The entry (scripts/serve.mjs) loads Next itself and passes it in.
 */
export async function serve(
  createApp: typeof next,
  { dir, build, host, port, graceMs, isBehindProxy, isDirect, descriptors, workers }: ServeOptions,
): Promise<void> {
  if (descriptors.length > 0) connectToSupervisor(workers);
  const shutdown = drainOnSignal({ graceMs });
  // Next listens for upgrades on the server that it is given. This one never listens: requests for an upgrade are
  // answered as if they asked for none, where Next would drop them or leave their sockets open forever.
  const app = createApp({ dir, hostname: host, port, httpServer: new Server() });
  const routes = isDirect ? requestRoutes() : [];
  await app.prepare();
  announceEncodingRestored();

  const answerByNext = app.getRequestHandler();
  const lateJobs = new LateJobs();
  const answers = {
    isPublicFile: publicFilesIn(path.join(dir, "public")),
    publicFile: publicFiles(path.join(dir, "public")),
    staticAsset: staticAssets(path.join(dir, build, "static")),
    pageOrOperation: inTurn(new VisitorsPages().inFrontOf(mountDirectly(await routes, lateJobs, answerByNext))),
  };
  const penalties = new Penalties();
  const penalize = (socket: Socket) => isBehindProxy || penalties.add(socket);
  const bodies = bodyMemory({ onFragmented: penalize });
  const closeUnfinished = bodies.closeOldest;
  const connections = new Connections({ closeUnfinished, ...(isBehindProxy && { clientOf: () => undefined }) });

  const answer = inSequence((request, response, isLast) => {
    drainIfAbandoned(request, response);
    onHeaders(response, () => shutdown.isUnderWay && isLast() && response.setHeader("Connection", "close"));
    const target = parseRequestTarget(request.url ?? "");
    const path = target?.path ?? "/";
    bodies.watch(request, response, bodyLimitOf(path));
    inRecordedScope(request, response, path, () =>
      compressResponse(request, response, () =>
        answerFaults(request, response, () => answerAtEntry(answers, request, response, target)),
      ),
    );
  });
  await warmUp(answerByNext, `${host ?? "localhost"}:${port}`);
  const server = createHttpServer(answer, { connections, penalties, onTooManyHeaders: penalize });
  server.once("error", ({ code }: NodeJS.ErrnoException) => {
    // Another process may have taken the port. Next would log the error, and leave a server that listens nowhere.
    console.error(`Nothing can listen at ${host}:${port} (${code}).`);
    process.exit(1);
  });
  const listeners = listen(server, { descriptors, address: { port, host } }, () =>
    process.send?.({ type: "listening" }),
  );
  shutdown.drain(listeners, connections, async () => {
    await lateJobs.settled();
    await app.close();
  });
}
