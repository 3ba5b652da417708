import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { brotliCompressSync } from "node:zlib";
import onHeaders from "on-headers";
import vary from "vary";
import { supervisor } from "@/lib/infra/process/supervisor";
import type { EntryRequest } from "@/lib/server/entry/request-body";
import { acceptedEncodings, BROTLI } from "./response-compression";

/** Cookies with which a page may differ from the one for visitors: of sessions, and of Next's previews. */
const PERSONAL_COOKIE = /(^|;\s*)((__Secure-)?next-auth\.session-token|__prerender_bypass|__next_preview_data)=/;
const SHARED_SECONDS = 30;
const SHARED = /^\/(?:(?:docs|blog|news)(?:\/.*)?)?$/;

/**
 * How many seconds pages are cached here. The docs only change with a deployment, and no write changes the status. The
 * others change with what people write, so every write drops them; writes from elsewhere (jobs, other machines,
 * commands) show after those seconds.
 */
const KEPT: { pages: RegExp; seconds: number; isChangedByWrites: boolean }[] = [
  { pages: /^\/docs(?:\/[^?]*)?$/, seconds: SHARED_SECONDS, isChangedByWrites: false },
  { pages: /^\/(?:(?:blog|news)(?:\/[^?]*)?)?$/, seconds: 5, isChangedByWrites: true },
  { pages: /^\/status$/, seconds: 5, isChangedByWrites: false },
];
const MAX_PAGES = 100;
const MAX_PAGE_BYTES = 512 * 1024;
const CHANNEL = "pegboard.visitors-pages";
const NAMES_BROTLI = /\bbr\b/i;
const READS = ["GET", "HEAD", "OPTIONS"];
/** Requests that open tabs send by themselves, and previews: they change no page that visitors share. */
const CHANGE_NO_PAGE = /^\/api\/(?:pulse|presence\/heartbeat|markdown\/preview|rooms\/[^/?]+\/typing)(?:\?|$)/;

export type Respond = (request: EntryRequest, response: ServerResponse) => unknown;

interface Page {
  headers: OutgoingHttpHeaders;
  body: Buffer;
  /** The body in Brotli, compressed when first requested. */
  compressed?: Buffer;
  /** In ms, by `performance.now()`. */
  renderedAt: number;
}

/**
 * A cache of pages that are the same for all visitors; members are recognized by the session cookie. A page is rendered
 * once for all requests within some seconds; shared caches may keep it for half a minute. All these responses have the
 * same nonce, which content written later cannot know (docs/decisions/pages-in-caches.md).
 */
export class VisitorsPages {
  /** By URL, the oldest first. */
  private readonly pages = new Map<string, Page>();
  /** The number of writes. A page whose rendering began before the latest write may lack it, and is not cached. */
  private writes = 0;

  constructor() {
    supervisor()?.subscribe(CHANNEL, () => this.forgetChanged());
  }

  /** Passes requests to `answer`, and caches the pages that it renders. */
  keep(answer: Respond): Respond {
    return (request, response) => {
      if (this.send(request, response)) return;
      this.record(request, response);
      return answer(request, response);
    };
  }

  /** Sends fresh pages from the cache, and passes other requests to `answer`. */
  inFrontOf(answer: Respond): Respond {
    return (request, response) => {
      if (this.send(request, response)) return;
      if (!READS.includes(request.method ?? ""))
        onHeaders(response, () => response.statusCode < 400 && this.noteWrite(request));
      return answer(request, response);
    };
  }

  /** Drops pages that a write may have changed: here before its response is sent, in other processes moments later. */
  noteWrite({ url = "" }: IncomingMessage): void {
    if (CHANGE_NO_PAGE.test(url)) return;
    this.forgetChanged();
    supervisor()?.publish(CHANNEL, undefined);
  }

  private send(request: IncomingMessage, response: ServerResponse): boolean {
    const kept = keptFor(request);
    const { url = "" } = request;
    const page = kept && this.pages.get(url);
    if (!page) return false;
    const age = Math.floor((performance.now() - page.renderedAt) / 1000);
    if (age >= kept.seconds) return !this.pages.delete(url);
    const isCompressed = NAMES_BROTLI.test(acceptedEncodings(request));
    const body = isCompressed ? (page.compressed ??= brotliCompressSync(page.body, BROTLI)) : page.body;
    const encoding = isCompressed && { "Content-Encoding": "br" };
    response.writeHead(200, { ...page.headers, ...encoding, "Content-Length": body.length, Age: age }).end(body);
    return true;
  }

  private record(request: IncomingMessage, response: ServerResponse): void {
    const { url = "" } = request;
    const kept = keptFor(request);
    if (!kept) return;
    const others = new Set(response.getHeaderNames());
    const renderedAt = performance.now();
    const writesBefore = this.writes;
    let headers: OutgoingHttpHeaders | undefined;
    onHeaders(response, () => {
      if (!isWholePage(response)) return;
      headers = Object.fromEntries(Object.entries(response.getHeaders()).filter(([name]) => !others.has(name)));
    });
    recordBody(response, (body) => {
      if (!headers || (kept.isChangedByWrites && this.writes !== writesBefore)) return;
      this.pages.delete(url);
      const [oldest] = this.pages.keys();
      if (this.pages.size >= MAX_PAGES && oldest !== undefined) this.pages.delete(oldest);
      this.pages.set(url, { headers, body, renderedAt });
    });
  }

  private forgetChanged(): void {
    this.writes += 1;
    for (const url of this.pages.keys()) if (keptAt(url)?.isChangedByWrites) this.pages.delete(url);
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
      response.setHeader("Cache-Control", `public, max-age=0, s-maxage=${SHARED_SECONDS}`);
  });
}

function keptFor(request: IncomingMessage): (typeof KEPT)[number] | undefined {
  return request.method === "GET" && isVisitors(request) ? keptAt(request.url ?? "") : undefined;
}

function keptAt(url: string): (typeof KEPT)[number] | undefined {
  return KEPT.find(({ pages }) => pages.test(url));
}

/** Excludes the partial pages that Next's client requests: a cache that ignores Vary would show them to others. */
function isVisitors({ headers }: IncomingMessage): boolean {
  const asksForPart = Object.keys(headers).some((name) => name === "rsc" || name.startsWith("next-"));
  return !asksForPart && !PERSONAL_COOKIE.test(headers.cookie ?? "");
}

function isWholePage(response: ServerResponse): boolean {
  const isHtml = String(response.getHeader("Content-Type")).startsWith("text/html");
  return response.statusCode === 200 && isHtml && !response.hasHeader("Set-Cookie");
}

/** Calls `done` with the body once it is sent completely, unless it is larger than a cached page may be. */
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
