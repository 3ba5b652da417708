import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/db";
import { type Attack, attack } from "./attack";
import { crowd, everySecond } from "./crowd";
import type { Answer, Asking, Target } from "./target";

/** Readers who turn a page as soon as they have it: as many pages a second as thousands of people open. */
const MANY = 20;

const asked = (
  name: string,
  description: string,
  clients: number,
  question: (client: number, round: number) => Asking,
): Attack =>
  attack({
    name,
    description,
    run: (target, signal) =>
      crowd(clients, signal, (client, round) => target.ask({ from: client, ...question(client, round) })),
  });

const people = () =>
  database().prisma.user.findMany({ take: 2000, select: { id: true, handle: true }, where: { role: "MEMBER" } });
const posts = async () =>
  (
    await database().prisma.post.findMany({
      take: 2000,
      select: { id: true },
      where: { audience: "PUBLIC", deletedAt: null },
      orderBy: { createdAt: "desc" },
    })
  ).map(({ id }) => id);

const FEEDS = [
  "/sitemap.xml",
  "/robots.txt",
  "/blog/rss.xml",
  "/blog/atom.xml",
  "/news/rss.xml",
  "/news/atom.xml",
  "/llms.txt",
  "/sdk/pegboard.ts",
  "/sdk/pegboard.js",
  "/sdk/postman.json",
  "/manifest.webmanifest",
];

/** What Next says to itself, and what its client says to it. */
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

/** A cache gives what it may keep to the next visitor, unless Vary names what made it another page. */
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
    target.accuse(
      `a cache may keep what ${path} answers to ${Object.keys(headers).join(" and ")}: ${status} ${got["content-type"]}`,
    );
}

const TAGS = Array.from({ length: 1000 }, (_, n) => `W/"${n}"`).join(", ");
const RANGES = `bytes=${Array.from({ length: 1000 }, (_, n) => `${n * 2}-${n * 2}`).join(",")}`;

export const PAGES: Attack[] = [
  asked("docs-at-once", "/docs/api a hundred times at once from one address", 100, () => ({
    path: "/docs/api",
    from: 0,
    headers: { "Accept-Encoding": "br" },
  })),
  asked("front-page-at-once", "/ a hundred times at once from one address", 100, () => ({
    path: "/",
    from: 0,
    headers: { "Accept-Encoding": "br" },
  })),
  attack({
    name: "pages-abandoned",
    description: "a hundred pages a second asked for from one address, by readers who hang up at once",
    run: (target, signal) =>
      everySecond(100, signal, async () => {
        const socket = target.open();
        socket.write(target.head("GET /"));
        await sleep(20);
        socket.destroy();
      }),
  }),
  attack({
    name: "social-cards",
    description: `the cards of ${MANY} people and posts at once, of others each time`,
    async prepare(target) {
      const pages = [
        ...(await people()).map(({ handle }) => `/users/${handle}`),
        ...(await posts()).map((id) => `/posts/${id}`),
      ].sort();
      // Next adds a few letters of its own to the file's name, other ones for each kind of page.
      const fileOf = async (kind: string) =>
        /opengraph-image[\w-]*/.exec(
          (await target.ask({ path: pages.find((page) => page.startsWith(kind))! })).text,
        )?.[0];
      const files = { users: await fileOf("/users"), posts: await fileOf("/posts") };
      return pages.map((page) => `${page}/${page.startsWith("/users") ? files.users : files.posts}`);
    },
    run: (target, signal, paths) =>
      crowd(MANY, signal, (client, round) =>
        target.ask({ path: paths[(client * 97 + round * 31) % paths.length]!, from: client }),
      ),
  }),
  attack({
    name: "many-pages",
    description: `profiles, posts, leaderboards, builds and news read by ${MANY} visitors from as many addresses`,
    async prepare() {
      const profiles = (await people()).flatMap(({ id, handle }) => [
        `/users/${handle}`,
        `/users/${handle}/followers`,
        `/users/${handle}/media`,
        `/api/profile/${id}`,
      ]);
      return [
        ...profiles,
        ...(await posts()).map((id) => `/posts/${id}`),
        ...["plinko", "plinko-streak", "plinko-high-roller"].map((game) => `/leaderboards/${game}`),
        "/leaderboards",
        "/builds",
        "/news",
        "/blog",
      ];
    },
    run: (target, signal, paths) =>
      crowd(MANY, signal, (client, round) =>
        target.ask({ path: paths[(client * 61 + round * 37) % paths.length]!, from: client }),
      ),
  }),
  asked("feeds", `sitemap, feeds and clients asked for by ${MANY} at once`, MANY, (client, round) => ({
    path: FEEDS[(client + round) % FEEDS.length]!,
    headers: { "Accept-Encoding": "gzip, br" },
  })),
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
  asked("conditions", "If-None-Match of a thousand tags, Range of a thousand ranges", 16, (client, round) => ({
    path: ["/api/v1/openapi.json", "/mark.svg", "/api/avatars/ada", "/_next/static/chunks/none.js", "/"][round % 5]!,
    headers: (client + round) % 2 ? { "If-None-Match": TAGS } : { Range: RANGES, "If-Range": '"a"' },
  })),
];
