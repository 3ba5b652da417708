import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { databaseFailedSince } from "@/lib/infra/database/health";
import { UNAVAILABLE_RETRY_AFTER } from "./errors";

const shared = globalThis as typeof globalThis & { pegboardOutagePages?: true };

/**
 * Serves a 503 page of our own when a page fails because the database is unavailable. Next responds with a 500 to any
 * error in a page and offers no hook, so this wraps the response, in whichever server runs Next.
 */
export function serveOutagePages(): void {
  if (shared.pegboardOutagePages) return;
  shared.pegboardOutagePages = true;
  subscribe("http.server.request.start", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    replaceIfDatabaseFailed(request, response);
  });
}

function replaceIfDatabaseFailed(request: IncomingMessage, response: ServerResponse): void {
  const startedAt = performance.now();
  const failed = () => !response.headersSent && response.statusCode === 500 && databaseFailedSince(startedAt);
  let body: string | undefined;
  // Added before any other wrapper, so it runs last and decides what goes over the wire.
  onHeaders(response, () => {
    if (!failed()) return;
    const page = outagePage(request, NO_DATABASE);
    body = page.body;
    response.statusCode = 503;
    for (const name of ["Content-Encoding", "Transfer-Encoding", "ETag", "Link"]) response.removeHeader(name);
    response.setHeader("Retry-After", String(UNAVAILABLE_RETRY_AFTER));
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("Content-Type", page.type);
    response.setHeader("Content-Length", Buffer.byteLength(body));
  });
  // Discards Next's own page, compressed or not.
  const write = response.write.bind(response) as (...args: unknown[]) => boolean;
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse;
  response.write = ((...args: unknown[]) => {
    if (failed()) response.writeHead(response.statusCode);
    if (body === undefined) return write(...args);
    callbackOf(args)?.();
    return true;
  }) as typeof response.write;
  response.end = ((...args: unknown[]) => {
    if (failed()) response.writeHead(response.statusCode);
    return body === undefined ? end(...args) : end(request.method === "HEAD" ? undefined : body, callbackOf(args));
  }) as typeof response.end;
}

function callbackOf(args: unknown[]): (() => void) | undefined {
  return args.findLast((arg) => typeof arg === "function") as (() => void) | undefined;
}

/** Says in a request's format what cannot be done, and that it passes. Needs neither Next nor the database. */
export function outagePage(
  { url = "", headers }: Pick<IncomingMessage, "url" | "headers">,
  reason: string,
): { type: string; body: string } {
  const text = `${reason} ${COMFORT}`;
  if (url.startsWith("/api/"))
    return { type: "application/json; charset=utf-8", body: JSON.stringify({ error: `${TITLE}. ${text}` }) };
  return headers.accept?.includes("text/html")
    ? { type: "text/html; charset=utf-8", body: pageSaying(text) }
    : { type: "text/plain; charset=utf-8", body: `${TITLE}. ${text}\n` };
}

const TITLE = "We'll be right back";
const NO_DATABASE = "This site can't reach its database just now.";
const COMFORT = "Nothing of yours is lost; please try again in a moment.";

const pageSaying = (text: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${TITLE}</title>
<style>
  :root { color-scheme: light dark; }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: start; padding: 1.5rem; box-sizing: border-box; background: light-dark(#f9f6f1, #18130e); color: light-dark(#2b2118, #f3ece2); font: 1rem/1.6 system-ui, sans-serif; }
  h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
  p { margin: 0 0 1.25rem; max-width: 30rem; }
  a { color: inherit; font-weight: 600; }
</style>
<main>
  <h1>${TITLE}</h1>
  <p>${text}</p>
  <a href="">Try again</a>
</main>
</html>
`;
