// The production server as `npm start` runs it, in its own process. Tells its parent when it answers, and ends with the
// parent or at a signal.
import { startServer } from "@/lib/server/server";

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stopping.abort());
process.once("disconnect", () => process.exit(1));

const server = await startServer(process.env, stopping.signal);
process.send?.({ pids: server.pids() } satisfies ServerStarted);
await server.ended;
process.exit(0);

export interface ServerStarted {
  /** The process ids of the workers. */
  pids: number[];
}
