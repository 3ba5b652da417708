import http from "node:http";
import { text } from "node:stream/consumers";

export interface WorkerAnswer {
  status: number;
  text: string;
}

/** A connection to one of several workers. */
export interface WorkerConnection {
  pid: number;
  /** Sends a request once the previous one has been answered. */
  send(path: string, options?: http.RequestOptions, json?: unknown): Promise<WorkerAnswer>;
}

/** Connects to each of the workers that share the port of `url`. */
export async function connectToEach(url: string, pids: readonly number[]): Promise<WorkerConnection[]> {
  const connections: WorkerConnection[] = [];
  for (const pid of pids) connections.push(await connectTo(url, pid, pids));
  return connections;
}

async function connectTo(url: string, pid: number, pids: readonly number[]): Promise<WorkerConnection> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const connection: WorkerConnection = {
    pid,
    send: (path, options = {}, json = undefined) => exchange(new URL(path, url), { agent, ...options }, json),
  };
  await withOnly(pid, pids, () => connection.send("/robots.txt"));
  return connection;
}

/** Opens a connection while the other workers are stopped, so that the running one accepts it. */
export async function withOnly<T>(pid: number, pids: readonly number[], open: () => Promise<T>): Promise<T> {
  const others = pids.filter((other) => other !== pid);
  others.forEach((other) => process.kill(other, "SIGSTOP"));
  try {
    return await open();
  } finally {
    others.forEach((other) => process.kill(other, "SIGCONT"));
  }
}

function exchange(url: URL, options: http.RequestOptions, json: unknown): Promise<WorkerAnswer> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject);
    });
    request.on("error", reject);
    if (json === undefined) return request.end();
    request.setHeader("Content-Type", "application/json");
    request.end(JSON.stringify(json));
  });
}

/** Sends the same request over every connection, repeatedly, until stopped. */
export function keepSending(connections: readonly WorkerConnection[], path: string) {
  let isOver = false;
  const tally = { answered: 0, failures: [] as { pid: number; reason: unknown }[] };
  const clients = connections.map(async ({ pid, send }) => {
    while (!isOver) {
      const outcome = await send(path).catch((error: unknown) => error);
      if ((outcome as WorkerAnswer).status === 200) tally.answered += 1;
      else tally.failures.push({ pid, reason: outcome });
    }
  });
  return {
    tally,
    async stop() {
      isOver = true;
      await Promise.all(clients);
      return tally.failures;
    },
  };
}
