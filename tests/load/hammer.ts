import http from "node:http";

export interface Outgoing {
  method: "GET" | "POST";
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Measured {
  requests: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
}

export const CONNECTIONS = 16;

/**
 * Sends requests over `connections` connections for `seconds`, each as soon as the previous one is answered. `next`
 * gets the connection's number. Fails at the first unsuccessful response, since errors are quick and would distort the
 * figures.
 */
export async function hammer(
  next: (connection: number) => Outgoing,
  { seconds, connections = CONNECTIONS }: { seconds: number; connections?: number },
): Promise<Measured> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async (_, connection) => {
      while (performance.now() < end) {
        const sent = performance.now();
        await exchange(agent, next(connection));
        latencies.push(performance.now() - sent);
      }
    }),
  );
  const took = performance.now() - start;
  agent.destroy();
  latencies.sort((a, b) => a - b);
  return {
    requests: latencies.length,
    perSecond: (latencies.length / took) * 1000,
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
  };
}

/**
 * Sends a request and returns the body of its response.
 * @throws if it is not a success
 */
export function exchange(agent: http.Agent, { method, url, headers = {}, body }: Outgoing): Promise<string> {
  return new Promise((resolve, reject) => {
    const type =
      body === undefined
        ? {}
        : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(body)) };
    const request = http.request(url, { method, agent, headers: { ...type, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const answer = Buffer.concat(chunks).toString();
        if (response.statusCode && response.statusCode < 300) resolve(answer);
        else reject(new Error(`${method} ${url} answered ${response.statusCode}: ${answer.slice(0, 300)}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** A quantile of numbers in ascending order. */
export function quantile(ascending: readonly number[], part: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? NaN;
}
