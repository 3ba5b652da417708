import type { BrowserContext, Request, Route } from "@playwright/test";

/** What can happen to a request: it is slow, it is never delivered, its answer is lost, or it is delivered twice. */
export const FAULTS = ["slow", "failed", "lost", "repeated"] as const;
export type Fault = (typeof FAULTS)[number];

const SLOW_MS = 1_500;

/** What a page asks for by itself, again and again. */
const BACKGROUND = /^\/api\/(live|pulse|presence|auth)\b/;

/** The network between a browser and the product. */
export interface FaultyRequests {
  /** Lets a fault happen to the first request of the next act. */
  expect(fault: Fault | undefined): void;
}

/** Lets faults happen to requests of our own routes. */
export async function faultyRequests(context: BrowserContext): Promise<FaultyRequests> {
  let expected: Fault | undefined;

  async function pass(route: Route, request: Request): Promise<void> {
    const fault = expected;
    const { pathname } = new URL(request.url());
    const isRepeatable = request.method() !== "POST" || "idempotency-key" in request.headers();
    if (!fault || BACKGROUND.test(pathname) || (fault === "repeated" && !isRepeatable)) return route.fallback();
    expected = undefined;
    if (fault === "failed") return route.abort();
    if (fault === "slow") await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
    if (fault === "lost" || fault === "repeated") await route.fetch();
    if (fault === "lost") return route.abort();
    return route.fallback();
  }

  // A page that is closed meanwhile needs no answer.
  await context.route(/^[^?]*:\/\/[^/]+\/api\//, (route, request) => pass(route, request).catch(() => undefined));
  return {
    expect(fault) {
      expected = fault;
    },
  };
}
