import { asked } from "./asked";
import { type Attack, attack } from "./attack";
import { crowd } from "./crowd";
import type { Answer, Asking, Target } from "./target";

/** Headers of Next's internal protocol, and of its client's. */
const INNER: Record<string, string>[] = [
  { "X-Middleware-Prefetch": "1" },
  { "X-Middleware-Prefetch": "1", Purpose: "prefetch" },
  { "X-Nextjs-Data": "1" },
  { "X-Nextjs-Data": "1", "X-Middleware-Prefetch": "1" },
  { RSC: "1" },
  { RSC: "1", "Next-Router-Prefetch": "1" },
  { RSC: "1", "Next-Router-Segment-Prefetch": "/_tree" },
  { RSC: "1", "Next-Router-State-Tree": "junk" },
  {
    RSC: "1",
    "Next-Router-State-Tree": encodeURIComponent(JSON.stringify(["", { children: ["__PAGE__", {}] }, null, "refetch"])),
  },
  { "X-Middleware-Subrequest": "middleware:middleware:middleware:middleware:middleware" },
  { "X-Middleware-Invoke": "1" },
  { "X-Middleware-Rewrite": "/login" },
  { "X-Invoke-Path": "/login", "X-Invoke-Status": "404" },
  { "X-Invoke-Status": "500", "X-Invoke-Error": "{}" },
  { "X-Invoke-Output": "/_error" },
  { "X-Matched-Path": "/login" },
  { "X-Now-Route-Matches": "1=a" },
  { "X-Nextjs-Html-Request-Id": "a" },
  { "Next-Action": "00000000000000000000000000000000000000000000" },
  { "Next-Url": "/login" },
  { "Next-HMR-Refresh": "1" },
  { "X-Nextjs-Revalidated-Tags": "a" },
  { "X-Prerender-Revalidate": "a" },
  { Range: "bytes=0-9" },
  { "X-Forwarded-Host": "elsewhere.example" },
  { "X-Forwarded-Proto": "https" },
  { "X-HTTP-Method-Override": "POST" },
  { Accept: "application/json" },
];

/**
 * A shared cache serves a cacheable response to the next visitor, unless Vary names the header that changed the page.
 */
function judge(
  target: Target,
  path: string,
  headers: Record<string, string>,
  { status, headers: got, text }: Answer,
): void {
  if (!/\bpublic\b|s-maxage/.test(String(got["cache-control"])) || status >= 400) return;
  const varies = String(got.vary).toLowerCase();
  if (Object.keys(headers).every((name) => varies.includes(name.toLowerCase()))) return;
  const isPage = status === 200 && /^text\/html/.test(String(got["content-type"])) && text.includes("</html>");
  if (!isPage || text.includes("elsewhere.example"))
    target.reportProblem(
      `a cache may keep ${path} for ${Object.keys(headers).join(", ")}: ${status} ${got["content-type"]}`,
    );
}

export const INNER_HEADERS: Attack[] = [
  attack({
    name: "inner-headers",
    description: "the headers that Next says to itself, and whether a cache may keep what they make of a page",
    run: (target, signal) =>
      crowd(8, signal, async (client, round) => {
        const headers = INNER[(client + round) % INNER.length]!;
        const path = ["/", "/?feed=everyone", "/builds"][round % 3]!;
        judge(target, path, headers, await target.ask({ path, headers, from: client }));
      }),
  }),
  asked(
    "inner-addresses",
    "the addresses that Next keeps for itself: pictures, data, payloads of pages, actions",
    16,
    (client, round) => {
      const inner: Asking[] = [
        { path: `/_next/image?url=${encodeURIComponent("/mark.svg")}&w=3840&q=100` },
        { path: `/_next/image?url=${encodeURIComponent("http://127.0.0.1/")}&w=64&q=1` },
        { path: `/_next/data/build/index.json?${round}` },
        { path: `/_next/static/../../package.json` },
        { path: `/_next/static/chunks/${"%2e%2e%2f".repeat(200)}` },
        { path: `/?_rsc=${round}`, headers: { RSC: "1", "Next-Router-State-Tree": `%5B${"%5B".repeat(2000)}` } },
        { path: `/?_rsc=${round}`, headers: { RSC: "1", "Next-Router-State-Tree": "x".repeat(10_000) } },
        { path: "/builds", method: "POST", headers: { "Next-Action": "x" }, body: "[]" },
        {
          path: "/api/v1/feed",
          method: "POST",
          headers: { "Next-Action": "x", "Content-Type": "text/plain" },
          body: '["$K1"]',
        },
        { path: `/_not-found`, headers: { "X-Nextjs-Data": "1" } },
      ];
      return inner[(client + round) % inner.length]!;
    },
  ),
];
