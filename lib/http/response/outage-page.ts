import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import { databaseFailedSince } from "@/lib/infra/database/health";
import { processWide } from "@/lib/infra/process/process-wide";
import { UNAVAILABLE_RETRY_AFTER_SECONDS } from "./errors";

const outagePages = processWide("outage-pages", () => ({ areServed: false }));

/**
 * Replaces the response to a page that the database failed. Next answers such an error with 500, without a hook, so
 * this wraps the response, in whichever server runs Next.
 */
export function serveOutagePages(): void {
  if (outagePages().areServed) return;
  outagePages().areServed = true;
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
    response.setHeader("Retry-After", String(UNAVAILABLE_RETRY_AFTER_SECONDS));
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

/** Explains a temporary outage in the format that the request accepts. Needs neither Next nor the database. */
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

const TITLE = "We’ll be right back";
const NO_DATABASE = "This site can’t reach its database just now.";
const COMFORT = "Nothing of yours is lost; please try again in a moment.";
/** How long a browser shows the page before it reloads it. All browsers do, so not at once. */
const RELOAD_SECONDS = 10;

const pageSaying = (text: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${RELOAD_SECONDS}">
<title>${TITLE}</title>
<style>
  :root { color-scheme: light dark; --brand: light-dark(#a63c22, #ec8d6b); }
  body {
    margin: 0; min-height: 100vh; padding: 1.5rem; box-sizing: border-box;
    display: grid; place-content: center; justify-items: start;
    background: radial-gradient(circle, light-dark(#0001, #fff1) 1.5px, #0000 2px) 0 0 / 28px 28px;
    background-color: light-dark(#f9f6f1, #18130e);
    color: light-dark(#2b2118, #f3ece2); font: 1rem/1.6 system-ui, sans-serif;
  }
  svg { width: 3.5rem; margin: 0 0 1.5rem -.5rem; }
  h1 { margin: 0 0 .5rem; font-size: 1.75rem; line-height: 1.2; }
  p { margin: 0 0 1.25rem; max-width: 30rem; }
  svg circle:last-child, a { fill: var(--brand); background: var(--brand); }
  a {
    display: inline-block; padding: .6rem 1rem; border-radius: 6px;
    color: light-dark(#fefbf7, #24120c); font-weight: 600; text-decoration: none;
  }
  a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px; }
</style>
<main>
  <svg viewBox="4 4 24 24" aria-hidden="true" fill="currentColor">
    <circle cx="8" cy="7.5" r="2.6"/><circle cx="16" cy="7.5" r="2.6"/>
    <circle cx="8" cy="16" r="2.6"/><circle cx="16" cy="16" r="2.6"/>
    <circle cx="8" cy="24.5" r="2.6"/><circle cx="22.5" cy="11.75" r="4.3"/>
  </svg>
  <h1>${TITLE}</h1>
  <p>${text} This page reloads by itself.</p>
  <a href="">Try again</a>
</main>
</html>
`;
