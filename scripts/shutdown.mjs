import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** A client that means to send another request does so sooner; closed earlier, a connection could cut one that is on its way. */
const IDLE_MS = 1000;
const LOOK_MS = 50;

/**
 * Ends this process with the first SIGINT or SIGTERM. (A terminal sends SIGINT to all processes of its group, whose parents
 * then send SIGTERM: the starter decides what a second signal means.) From then on nothing new is accepted, every answer
 * says `Connection: close`, and what is under way is finished, in the server and in what registered with lib/infra/shutdown.ts:
 * for at most `graceMs`. Before `drain` is called there is nothing to finish.
 */
export function drainOnSignal({ graceMs }) {
  const shutdown = {
    isUnderWay: false,
    drain(server, connections, close) {
      shutdown.finish = async () => {
        await Promise.all([finishRequests(server, connections), globalThis[Symbol.for("pegboard.shutdown")]?.run()]);
        await close();
      };
    },
    finish: () => globalThis[Symbol.for("pegboard.shutdown")]?.run(),
  };
  const end = async () => {
    if (shutdown.isUnderWay) return;
    shutdown.isUnderWay = true;
    const finished = Promise.resolve(shutdown.finish()).then(() => true, reportFailure);
    if (!(await Promise.race([finished, sleep(graceMs, false)])))
      console.error("shutdown was cut short by its grace time");
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, end);
  return shutdown;
}

/** `server.close()` itself would close idle connections at once, and with them requests that are on their way. */
async function finishRequests(server, connections) {
  const closed = new Promise((resolve) => net.Server.prototype.close.call(server, resolve));
  // After this turn's reads: a process that was held up finds requests waiting on connections that look idle.
  const looking = setInterval(() => setImmediate(() => connections.closeIdle(IDLE_MS)), LOOK_MS);
  await closed;
  clearInterval(looking);
}

function reportFailure(error) {
  console.error("shutdown failed", error);
  return true;
}
