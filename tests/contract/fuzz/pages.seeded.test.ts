import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { BASE_URL } from "@/tests/support/api";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { attempts, RANDOM } from "@/tests/support/random";
import { addressesIn, junk, pathOf, queryOf } from "./addresses";
import { newPerson, newSlugs, type Person } from "./people";
import { retryWhileBusy } from "./retry-while-busy";

const REQUESTS = attempts({ few: 60, many: 1_200 });
const AT_ONCE = 6;

/** Every page, feed and drawn card of the site. */
const PAGES = [
  ...addressesIn("app/(site)", /^page\.tsx$/),
  ...addressesIn("app/(site)", /^route\.ts$/),
  ...addressesIn("app/(site)", /^opengraph-image\.tsx$/).map(
    (address) => `${address === "/" ? "" : address}/opengraph-image`,
  ),
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/llms.txt",
  "/sdk/pegboard.js",
  "/sdk/pegboard.tgz",
  "/sdk/pegboard.py",
  "/sdk/pegboard-php.zip",
  "/nowhere",
  "/{junk}",
];
/** Every query parameter that some page reads. */
const QUERY = [
  "cursor",
  "q",
  "tab",
  "feed",
  "show",
  "thread",
  "category",
  "technology",
  "callbackURL",
  "callbackUrl",
  "error",
  "posts",
  "people",
  "game",
  "kind",
  "after",
  "limit",
  "_rsc",
];
/** Traces of a failed server component in a page that began with 200, and internal terms. */
const BROKEN_INSIDE = /data-dgst="\d|:E\{"digest":"\d|PrismaClient|node_modules|ECONNREFUSED/;

let person: Person;
let cookie: string;
let slugs: string[];
beforeAll(async () => {
  person = await newPerson();
  slugs = await newSlugs(person);
  cookie = await sessionCookieOf(person.account.ctx());
});

test(
  `${REQUESTS} requests of pages with random URLs are answered without a server error`,
  { timeout: 900_000 },
  async () => {
    const known = {
      handle: [person.account.handle, "ada"],
      slug: slugs,
      id: [...person.disposable.posts, person.kept.publicPost, person.kept.endpoint],
      game: ["plinko", "plinko-streak"],
    };
    const address = fc
      .constantFrom(...PAGES)
      .chain((page) =>
        fc
          .tuple(pathOf(page, known), queryOf(QUERY, ["for-you", "everyone", "media", "people", "posts"]))
          .map((parts) => parts.join("")),
      );
    const headers = fc.constantFrom<Record<string, string>>(
      {},
      {},
      {},
      { RSC: "1" },
      { Range: "bytes=0-0" },
      { "Accept-Language": "\u00e9" },
    );
    const cookies = fc.oneof(
      { arbitrary: fc.constantFrom("none", "member"), weight: 6 },
      {
        arbitrary: junk.map((text) => `next-auth.session-token=${text.slice(0, 2000)}; theme=${text.slice(0, 100)}`),
        weight: 1,
      },
    );
    const together = fc.array(fc.tuple(address, headers, cookies), { minLength: AT_ONCE, maxLength: AT_ONCE });
    await fc.assert(
      fc.asyncProperty(together, async (asked) => {
        await Promise.all(asked.map((one) => check(...one)));
      }),
      { ...RANDOM, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
    );
  },
);

async function check(address: string, headers: Record<string, string>, sent: string): Promise<void> {
  const own: Record<string, string> = sent === "none" ? {} : { Cookie: sent === "member" ? cookie : sent };
  const init: RequestInit = { redirect: "manual", headers: { ...headers, ...own } };
  const response = await retryWhileBusy(() => fetch(`${BASE_URL}${address}`, init));
  const text = await response.text();
  const fault = BROKEN_INSIDE.exec(text)?.[0];
  expect({ address, headers, sent, status: response.status, fault }).toEqual({
    address,
    headers,
    sent,
    status: expect.toSatisfy((status: number) => status < 500),
    fault: undefined,
  });
}
