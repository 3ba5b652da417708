import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import onHeaders from "on-headers";
import vary from "vary";

/** Cookies with which a page may differ from the one that visitors get: a session's, and those of Next's previews. */
const PERSONAL_COOKIE = /(^|;\s*)((__Secure-)?next-auth\.session-token|__prerender_bypass|__next_preview_data)=/;
const FRESH_SECONDS = 30;

const SHARED = /^\/(?:(?:docs|blog|news)(?:\/.*)?)?$/;
/** Pages that only change with a deployment. All others show every visitor who asks here the latest content. */
const KEPT_HERE = /^\/docs(?:\/[^?]*)?$/;
const MAX_PAGES = 100;
const MAX_PAGE_BYTES = 512 * 1024;

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown;

interface Page {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** In ms, as performance.now() counts. */
  renderedAt: number;
}

/**
 * Pages that are the same for all visitors, distinguished from members' by the session cookie. Those of the docs are
 * rendered at most twice a minute and kept here; shared caches may keep them, the feed, the blog and the news for as
 * long.
 * The nonce in a page is as old as the page: content written later cannot know it. Why a nonce at all:
 * docs/decisions/pages-in-caches.md
 */
export class VisitorsPages {
  /** By address, the oldest first. */
  private readonly pages = new Map<string, Page>();

  /** Sends pages that are kept and fresh, passes other requests to `answer`, and keeps the pages that it renders. */
  inFrontOf(answer: Answer): Answer {
    return (request, response) => {
      if (this.send(request, response)) return;
      this.keep(request, response);
      return answer(request, response);
    };
  }

  private send(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = "" } = request;
    const page = this.pages.get(url);
    if (!page || !mayKeep(request)) return false;
    const age = Math.floor((performance.now() - page.renderedAt) / 1000);
    if (age >= FRESH_SECONDS) return !this.pages.delete(url);
    response.writeHead(200, { ...page.headers, Age: age }).end(page.body);
    return true;
  }

  private keep(request: IncomingMessage, response: ServerResponse): void {
    const { url = "" } = request;
    if (!mayKeep(request)) return;
    const others = new Set(response.getHeaderNames());
    const renderedAt = performance.now();
    let headers: OutgoingHttpHeaders | undefined;
    onHeaders(response, () => {
      if (!isWholePage(response)) return;
      headers = Object.fromEntries(Object.entries(response.getHeaders()).filter(([name]) => !others.has(name)));
    });
    recordBody(response, (body) => {
      if (!headers) return;
      this.pages.delete(url);
      const [oldest] = this.pages.keys();
      if (this.pages.size >= MAX_PAGES && oldest !== undefined) this.pages.delete(oldest);
      this.pages.set(url, { headers, body, renderedAt });
    });
  }
}

/**
 * Lets shared caches keep the pages that are the same for all visitors. Sets the headers when they are sent, because
 * Next overwrites Vary on every page, and a cache without it would show the page to members.
 */
export function letCachesKeepPage(request: IncomingMessage, response: ServerResponse): void {
  const [path = ""] = (request.url ?? "").split("?", 1);
  if (!SHARED.test(path) || (request.method !== "GET" && request.method !== "HEAD")) return;
  onHeaders(response, () => {
    vary(response, "Cookie");
    if (isWholePage(response) && isVisitors(request))
      response.setHeader("Cache-Control", `public, max-age=0, s-maxage=${FRESH_SECONDS}`);
  });
}

function mayKeep(request: IncomingMessage): boolean {
  return request.method === "GET" && KEPT_HERE.test(request.url ?? "") && isVisitors(request);
}

/**
 * Excludes the partial pages that Next's client requests, so that a cache that ignores Vary cannot show one to the next
 * visitor.
 */
function isVisitors({ headers }: IncomingMessage): boolean {
  const asksForPart = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  return !asksForPart && !PERSONAL_COOKIE.test(headers.cookie ?? "");
}

function isWholePage(response: ServerResponse): boolean {
  const isHtml = String(response.getHeader("Content-Type")).startsWith("text/html");
  return response.statusCode === 200 && isHtml && !response.hasHeader("Set-Cookie");
}

/** Calls `done` with the body, once it is sent to its end, unless it is larger than a page may be. */
function recordBody(response: ServerResponse, done: (body: Buffer) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const record = (chunk: unknown) => {
    if (typeof chunk !== "string" && !(chunk instanceof Uint8Array)) return;
    bytes += Buffer.byteLength(chunk);
    if (bytes <= MAX_PAGE_BYTES) chunks.push(Buffer.from(chunk as Uint8Array));
    else chunks.length = 0;
  };
  const { write, end } = response;
  response.write = ((...given: [unknown]) => {
    record(given[0]);
    return (write as (...given: unknown[]) => boolean).apply(response, given);
  }) as typeof write;
  response.end = ((...given: [unknown]) => {
    record(given[0]);
    const ended = (end as (...given: unknown[]) => ServerResponse).apply(response, given);
    if (bytes <= MAX_PAGE_BYTES) done(Buffer.concat(chunks));
    return ended;
  }) as typeof end;
}
