import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";

/** The seconds after which the first read should be retried. */
const RETRY_AFTER_SECONDS = 1;

/** A proxy in front of the server that disturbs some requests. */
export interface UnreliableSite {
  url: string;
  /** How long the client waited before retrying after `Retry-After: 1`, in milliseconds. */
  waitedMs(): number | undefined;
  /** The idempotency keys of the write whose first response was lost. */
  writeKeys: string[];
  close(): void;
}

/**
 * Opens one: the first read of the account gets a 429, the response to the first write of "Written once" is lost after
 * it took effect, and the response with the profile of @silent never arrives.
 */
export async function openUnreliableSite(server: string): Promise<UnreliableSite> {
  const writeKeys: string[] = [];
  const readsOfAccount: number[] = [];
  const proxy = http.createServer(async (request, response) => {
    const { method = "GET", url = "/" } = request;
    const body = Buffer.concat(await request.toArray());
    if (url === "/api/v1/users/silent") return;
    if (url === "/api/v1/me" && readsOfAccount.push(performance.now()) === 1) {
      response.writeHead(429, { "Retry-After": RETRY_AFTER_SECONDS }).end(failure("rate_limited"));
      return;
    }
    const passed = await fetch(new URL(url, server), { method, headers: headersOf(request), ...bodyOf(method, body) });
    const isWatched = method === "POST" && body.includes("Written once");
    if (isWatched && writeKeys.push(String(request.headers["idempotency-key"])) === 1) {
      await passed.body?.cancel();
      response.writeHead(503).end(failure("service_unavailable"));
      return;
    }
    response.writeHead(passed.status, { "Content-Type": passed.headers.get("content-type") ?? "text/plain" });
    response.end(Buffer.from(await passed.arrayBuffer()));
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    waitedMs() {
      const [first, second] = readsOfAccount;
      return first === undefined || second === undefined ? undefined : second - first;
    },
    writeKeys,
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

/** The headers that the API's client sends, without those of the connection. */
function headersOf({ headers }: http.IncomingMessage): Record<string, string> {
  const names = ["authorization", "content-type", "idempotency-key"];
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])));
}

const bodyOf = (method: string, body: Buffer) => (method === "GET" ? {} : { body: new Uint8Array(body) });

const failure = (code: string) =>
  JSON.stringify({ error: { type: "api_error", code, message: "Later.", request_id: "req_x" } });
