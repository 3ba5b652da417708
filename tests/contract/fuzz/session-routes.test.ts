import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { API } from "@/lib/api/v1";
import type { Schema } from "@/lib/description/operations";
import { type AppEndpoint, twin } from "@/lib/http/endpoint";
import { PROJECT } from "@/scripts/state-directory";
import { BASE_URL } from "@/tests/support/api";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { addressesIn, pathOf, queryOf, readableJunk } from "./addresses";
import { formOf } from "./forms";
import { damageTo, newPerson, newSlugs, type Person } from "./people";
import type { Body } from "./requests";
import { brokenBodyOf, valueOf } from "./values";

const REQUESTS = 4000;
const AT_ONCE = 8;

const refusal = z.strictObject({
  error: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});
const INTERNAL = /prisma|node_modules|ECONN|postgresql:|violates|syntax error/i;

interface Route {
  method: string;
  path: string;
  endpoint?: AppEndpoint;
}

interface Asked {
  route: Route;
  address: string;
  caller: number | "visitor";
  body: Body;
  headers: Record<string, string>;
}

let people: Person[];
/** Owns what others can name, and asks for nothing. */
let bystander: Person;
let cookies: string[];
let routes: Route[];
let slugs: string[];
beforeAll(async () => {
  people = await Promise.all([newPerson(), newPerson()]);
  bystander = await newPerson();
  slugs = await newSlugs(people[0]!);
  cookies = await Promise.all(people.map(({ account }) => sessionCookieOf(account.ctx())));
  routes = await allRoutes();
});

test(
  `${REQUESTS} requests to the session routes get answers of one form, none of them a fault of ours, and touch nothing of others`,
  { timeout: 900_000 },
  async () => {
    const known = {
      id: [...Object.values(bystander.treasures), ...people.flatMap(({ toys }) => toys.posts)],
      handle: [...people, bystander].map(({ account }) => account.handle),
      slug: slugs,
      game: ["plinko", "chess"],
      key: ["post", "like"],
      commentId: people.flatMap(({ toys }) => toys.comments),
    };
    const asked = fc.constantFrom(...routes).chain((route): fc.Arbitrary<Asked> =>
      fc.record({
        // Without its declaration, which would fill the screen when something is found.
        route: fc.constant({ method: route.method, path: route.path }),
        address: fc
          .tuple(pathOf(route.path, known, readableJunk), queryOf(queryNames(route)))
          .map((parts) => parts.join("")),
        caller: fc.constantFrom<Asked["caller"]>(0, 1, 0, "visitor"),
        body: bodyOf(route),
        headers: fc.oneof(
          { arbitrary: fc.constant<Asked["headers"]>({}), weight: 8 },
          {
            arbitrary: fc.constantFrom<Asked["headers"]>(
              { Origin: "https://evil.example" },
              { Origin: "null" },
              { "Content-Type": "text/plain" },
              { "Idempotency-Key": "one" },
              { Range: "bytes=0-0" },
            ),
            weight: 1,
          },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        await Promise.all(requests.map(check));
      }),
      { numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
    );
    expect(await damageTo(bystander)).toEqual([]);
  },
);

async function check({ route, address, caller, body, headers }: Asked): Promise<void> {
  const response = await fetch(`${BASE_URL}${address}`, {
    method: route.method,
    redirect: "manual",
    headers: {
      ...(body.text === undefined ? {} : { "Content-Type": "application/json" }),
      ...(caller === "visitor" ? {} : { Cookie: cookies[caller]! }),
      ...headers,
    },
    body: route.method === "GET" ? undefined : (body.form ?? body.text),
  });
  const text = await response.text();
  try {
    expect(response.status).toBeLessThan(500);
    if (response.status >= 400) expect(refusal.safeParse(JSON.parse(text)).error?.issues).toBeUndefined();
    expect(text).not.toMatch(response.status >= 400 ? INTERNAL : /PrismaClient/);
  } catch (error) {
    throw new Error(
      `${route.method} ${address} ${JSON.stringify(headers)} ${body.text?.slice(0, 500) ?? ""} → ${response.status} ${text.slice(0, 500)}\n${String(error)}`,
      { cause: error },
    );
  }
}

function bodyOf({ method, endpoint }: Route): fc.Arbitrary<Body> {
  if (method === "GET") return fc.constant({ deserves: "unknown" });
  if (endpoint?.file) return formOf();
  const schema = endpoint?.body
    ? (z.toJSONSchema(endpoint.body, { io: "input", unrepresentable: "any" }) as Schema)
    : {};
  const fit = valueOf(schema, {}).map((value): Body => ({ text: JSON.stringify(value) ?? "", deserves: "unknown" }));
  const broken = brokenBodyOf(schema, {}).map((text): Body => ({ text, deserves: "unknown" }));
  return fc.oneof(
    { arbitrary: fit, weight: 3 },
    { arbitrary: broken, weight: 1 },
    { arbitrary: fc.constant<Body>({ deserves: "unknown" }), weight: 1 },
  );
}

const queryNames = ({ endpoint }: Route) => [
  ...Object.keys(endpoint?.query?.shape ?? {}),
  "limit",
  "cursor",
  "callbackUrl",
  "error",
];

/** Every address under /api but the public API's, with what is declared there; next-auth's own are told apart by name. Schedulers have routes of their own. */
async function allRoutes(): Promise<Route[]> {
  const declared = await declarations();
  const files = addressesIn("app/api", /^route\.ts$/).filter(
    (address) => !/^\/api\/(v1|auth|inngest|cron|\[\.\.\.)/.test(address),
  );
  const served = files.flatMap((address) => {
    const here = declared.filter((endpoint) => endpoint.path === address);
    return [
      ...here.map((endpoint) => ({ method: endpoint.method, path: address, endpoint })),
      ...(here.length === 0 ? [{ method: "GET", path: address }] : []),
      { method: "PUT", path: address },
    ];
  });
  const auth = [
    "csrf",
    "session",
    "providers",
    "signin",
    "signin/credentials",
    "signin/{id}",
    "callback/credentials",
    "callback/{id}",
    "signout",
    "error",
    "verify-request",
    "_log",
    "{id}",
  ];
  const signIn = auth.flatMap((action) => ["GET", "POST"].map((method) => ({ method, path: `/api/auth/${action}` })));
  // It would sign everybody out, and leave nothing to ask for.
  return [...served, ...signIn, { method: "GET", path: "/api/{id}" }].filter(
    ({ method, path: address }) => !(method === "DELETE" && address === "/api/account/sessions"),
  );
}

async function declarations(): Promise<AppEndpoint[]> {
  const folder = path.join(PROJECT, "lib/api/in-app");
  const modules = await Promise.all(
    fs.readdirSync(folder).map((file) => import(path.join(folder, file)) as Promise<Record<string, unknown>>),
  );
  const values = modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => (isEndpoint(group) ? [group] : Object.values(group as object)));
  return [
    ...values.filter(isEndpoint),
    ...Object.values(API)
      .flatMap((group) => Object.values(group))
      .map((endpoint) => twin(endpoint)),
  ];
}

function isEndpoint(value: unknown): value is AppEndpoint {
  return typeof value === "object" && value !== null && "door" in value && "run" in value;
}
