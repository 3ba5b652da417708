import net from "node:net";
import { runLastShutdownHooks, runShutdownHooks } from "@/lib/infra/process/shutdown";
import { withTimeout } from "@/lib/infra/timeout";
import type { Connections } from "@/lib/server/entry/connections";

/** A client that will send another request does so within this time: closing earlier could cut it off in transit. */
const IDLE_MS = 1000;
const CHECK_INTERVAL_MS = 50;

interface Shutdown {
  readonly isUnderWay: boolean;
  /** Sets what the shutdown finishes: the requests of these listeners, the registered hooks, then `close`. */
  drain(listeners: net.Server[], connections: Connections, close: () => Promise<void>): void;
}

/**
 * Ends this process on the first SIGINT or SIGTERM, and ignores later ones: a terminal sends SIGINT to every process of
 * its group, and parents then send SIGTERM, so the starter decides what a second signal means. From the first on, no
 * connection is accepted, every response says `Connection: close`, and requests and registered hooks
 * (lib/infra/process/shutdown.ts) have at most `graceMs` to finish.
 */
export function drainOnSignal({ graceMs }: { graceMs: number }): Shutdown {
  let isUnderWay = false;
  let finish: () => Promise<unknown> = runShutdownHooks;

  async function end(): Promise<void> {
    if (isUnderWay) return;
    isUnderWay = true;
    const finished = finish().then(() => true, reportFailure);
    if (!(await withTimeout(finished, graceMs, () => false))) console.error("shutdown was cut short by its grace time");
    process.exit(0);
  }

  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => void end());
  return {
    get isUnderWay() {
      return isUnderWay;
    },
    drain(listeners, connections, close) {
      finish = async () => {
        await Promise.all([finishRequests(listeners, connections), runShutdownHooks()]);
        await close();
        await runLastShutdownHooks();
      };
    },
  };
}

/** An HTTP server's own `close()` would close idle connections at once, cutting off requests in transit. */
async function finishRequests(listeners: net.Server[], connections: Connections): Promise<void> {
  const close = (listener: net.Server) =>
    new Promise<void>((resolve) => net.Server.prototype.close.call(listener, () => resolve()));
  const closed = Promise.all(listeners.map(close));
  // Checks after this turn's reads: in a process that was blocked, connections that look idle may have requests.
  const check = setInterval(() => setImmediate(() => connections.closeIdle(IDLE_MS)), CHECK_INTERVAL_MS);
  await closed;
  clearInterval(check);
}

function reportFailure(error: unknown): true {
  console.error("shutdown failed", error);
  return true;
}
