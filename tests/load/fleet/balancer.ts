import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** Responds 503 while the instance should get no requests. */
const HEALTH_PATH = "/api/health/ready";
const CHECK_EVERY_MS = 500;
const CHECK_TIMEOUT_MS = 2000;
const RETRY_AFTER_SECONDS = 1;

interface Upstream {
  url: string;
  isHealthy: boolean;
}

/**
 * A reverse proxy that distributes requests round-robin over the healthy instances. A request whose connection was
 * refused goes to the next instance. If none is healthy, every instance is tried, since its own response says more than
 * the proxy's.
 */
export class Balancer {
  private readonly upstreams: Upstream[];
  private readonly agent = new http.Agent({ keepAlive: true });
  private readonly server = http.createServer((request, response) => void this.answer(request, response));
  private readonly closing = new AbortController();
  private turn = 0;

  constructor(urls: string[]) {
    this.upstreams = urls.map((url) => ({ url, isHealthy: false }));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    for (const upstream of this.upstreams) void this.watch(upstream);
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.closing.abort();
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
  }

  private async watch(upstream: Upstream): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const answer = await fetch(upstream.url + HEALTH_PATH, { signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) }).catch(
        () => undefined,
      );
      await answer?.body?.cancel();
      upstream.isHealthy = answer !== undefined && answer.status < 500;
      await sleep(CHECK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    try {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const forwarded = await this.forward(request, Buffer.concat(chunks));
      response.writeHead(forwarded.statusCode ?? 502, forwarded.headers);
      forwarded.once("error", () => response.destroy());
      forwarded.pipe(response);
    } catch (error) {
      if (response.headersSent) return void response.destroy();
      const isRefused = (error as NodeJS.ErrnoException).code === "ECONNREFUSED";
      response.writeHead(isRefused ? 503 : 502, { "Retry-After": RETRY_AFTER_SECONDS }).end();
    }
  }

  private async forward(request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
    let refused: unknown;
    for (const upstream of this.inTurn()) {
      try {
        return await this.send(upstream, request, body);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") throw error;
        upstream.isHealthy = false;
        refused = error;
      }
    }
    throw refused;
  }

  private inTurn(): Upstream[] {
    const healthy = this.upstreams.filter(({ isHealthy }) => isHealthy);
    const candidates = healthy.length > 0 ? healthy : this.upstreams;
    const first = this.turn++ % candidates.length;
    return [...candidates.slice(first), ...candidates.slice(0, first)];
  }

  private send({ url }: Upstream, request: http.IncomingMessage, body: Buffer): Promise<http.IncomingMessage> {
    const { "transfer-encoding": _, ...headers } = request.headers;
    const forwarded = {
      ...headers,
      "content-length": String(body.length),
      "x-forwarded-for": request.socket.remoteAddress,
      "x-forwarded-host": request.headers.host,
    };
    return new Promise((resolve, reject) => {
      http
        .request(url + request.url, { method: request.method, headers: forwarded, agent: this.agent })
        .once("response", resolve)
        .once("error", reject)
        .end(body);
    });
  }
}
