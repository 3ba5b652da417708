import http from "node:http";
import type { AddressInfo } from "node:net";

/** Most responses take a moment, so that kills hit instances in the middle of attempts. */
const SLOWEST_ANSWER_MS = 40;

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** A webhook receiver that accepts everything and counts how often each id arrived. */
export async function startReceiver() {
  const arrivals = new Map<string, number>();
  /** The body of the first arrival. */
  const bodies = new Map<string, string>();
  const altered = new Set<string>();
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    } catch {
      return; // the sender was killed while sending
    }
    const id = String(request.headers["webhook-id"]);
    const body = Buffer.concat(chunks).toString();
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
    if ((bodies.get(id) ?? body) !== body) altered.add(id);
    bodies.set(id, body);
    setTimeout(() => response.writeHead(204).end(), Math.random() * SLOWEST_ANSWER_MS);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    arrivals,
    bodies,
    /** Ids that arrived again with another body. */
    altered,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
