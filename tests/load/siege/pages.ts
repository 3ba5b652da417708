import { setTimeout as sleep } from "node:timers/promises";
import { database } from "@/lib/infra/database/db";
import { asked } from "./asked";
import { type Attack, attack } from "./attack";
import { crowd, everySecond } from "./crowd";

/** Readers who open the next page immediately, as thousands of people would together. */
const MANY = 20;

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
  "/sdk/pegboard.tgz",
  "/sdk/pegboard.js",
  "/sdk/postman.json",
  "/manifest.webmanifest",
];

const TAGS = Array.from({ length: 1000 }, (_, n) => `W/"${n}"`).join(", ");
const RANGES = `bytes=${Array.from({ length: 1000 }, (_, n) => `${n * 2}-${n * 2}`).join(",")}`;

const IMPOSSIBLE = ["bytes=10-5", "bytes=0-99999999999999999999", "bytes=-0", "bytes=9e9-", "bytes=a-b", "lines=1-2"];
const STATES = [
  "%5B",
  "%7B%22a%22%3A1%7D",
  "null",
  "%E0%A4%A",
  "[".repeat(3000),
  encodeURIComponent('["",{},null,null,9]'),
];

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
      // Next adds a suffix to the file's name, a different one for each kind of page.
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
  asked("files-missing", "static files that are not there, on 256 connections", 256, (client, round) => ({
    path: [`/_next/static/${round}.js`, "/_next/static/x.js", "/_next/static/chunks/x.css", "/_next/image?url=x"][
      (client + round) % 4
    ]!,
  })),
  asked("probes", "readiness, liveness and metrics asked for on 256 connections", 256, (client, round) => ({
    path: ["/api/health/ready", "/api/health/ready?strict", "/api/health/live", "/api/metrics"][(client + round) % 4]!,
  })),
  asked("router-states", "what Next's client says of its page, malformed, of many pages", 32, (client, round) => ({
    path: ["/", "/login", "/users/ada", "/docs/api"][(client + round) % 4]!,
    headers: { RSC: "1", "Next-Router-State-Tree": STATES[round % STATES.length]!, "Next-Router-Prefetch": "1" },
  })),
  asked("ranges", "ranges that no file has", 32, (client, round) => ({
    path: ["/mark.svg", "/robots.txt", "/manifest.webmanifest", "/sdk/pegboard.js"][(client + round) % 4]!,
    headers: { Range: IMPOSSIBLE[round % IMPOSSIBLE.length]! },
  })),
  asked("conditions", "If-None-Match of a thousand tags, Range of a thousand ranges", 16, (client, round) => ({
    path: ["/api/v1/openapi.json", "/mark.svg", "/api/avatars/ada", "/_next/static/chunks/none.js", "/"][round % 5]!,
    headers: (client + round) % 2 ? { "If-None-Match": TAGS } : { Range: RANGES, "If-Range": '"a"' },
  })),
];
