import type { IncomingMessage, ServerResponse } from "node:http";
import { clientIp } from "@/lib/http/client-ip";
import { Admission } from "@/lib/infra/admission";

/**
 * Our choice: a page takes 20-60 ms of a processor, and waits for its queries in between. Two keep the processor busy;
 * with more, all of them and the API's requests between them only take longer.
 */
const PAGES = {
  permits: 3,
  maxWaiting: 1024,
  maxWaitingPerClient: 256,
  maxWaitMs: 20_000,
  maxHoldMs: 1000,
};
const RETRY_AFTER_SECONDS = 5;

/** Renders few pages at a time, of each client in turn: nobody waits behind all the pages that somebody else asked for. */
export function pageAdmission(render: (request: IncomingMessage, response: ServerResponse) => unknown) {
  const admission = new Admission(PAGES);
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const gone = new AbortController();
    response.once("close", () => gone.abort());
    const leave = await admission.enter(clientOf(request), gone.signal);
    if (leave) {
      response.once("close", leave);
      await render(request, response);
    } else if (!gone.signal.aborted) {
      refuse(response);
    }
  };
}

function clientOf({ headers }: IncomingMessage): string {
  const pairs = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return clientIp({ headers: new Headers(pairs) });
}

function refuse(response: ServerResponse): void {
  response.writeHead(503, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store", "Retry-After": RETRY_AFTER_SECONDS });
  response.end("Too many pages are being asked for just now. Please try again in a few seconds.\n");
}
