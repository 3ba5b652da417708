import http from "node:http";
import type { AddressInfo } from "node:net";

/** A request as the receiver saw it. */
export interface Received {
  headers: Record<string, string>;
  body: string;
  at: number;
}

type Behaviour = (response: http.ServerResponse, received: Received, count: number) => void;

/** Starts a webhook receiver on loopback, which records its requests and answers by `behave`. */
export async function startReceiver(behave: Behaviour = (response) => response.end("thanks")) {
  const received: Received[] = [];
  let inFlight = 0;
  let maxConcurrent = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    maxConcurrent = Math.max(maxConcurrent, (inFlight += 1));
    response.on("close", () => (inFlight -= 1));
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const one = {
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(chunks).toString(),
        at: Date.now(),
      };
      received.push(one);
      behave(response, one, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    received,
    /** The maximum number of requests that were open at the same time. */
    maxConcurrent: () => maxConcurrent,
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
