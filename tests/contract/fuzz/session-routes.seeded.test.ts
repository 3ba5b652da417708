import { randomInt } from "node:crypto";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { PATHS } from "@/lib/api/oauth/metadata";
import type { Schema } from "@/lib/openapi/operations";
import type { Context } from "@/lib/domain/kernel/context";
import { linkDiscord, recordPresence } from "@/lib/domain/play/guilds/commands";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { database } from "@/lib/infra/database/db";
import type { Role } from "@/lib/infra/prisma/enums";
import { BASE_URL } from "@/tests/support/api";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { attempts, RANDOM } from "@/tests/support/random";
import { pathOf, queryOf, readableJunk } from "./addresses";
import { formOf } from "./forms";
import { findChanges, newPerson, newSlugs, type Person } from "./people";
import type { Body } from "./requests";
import { retryWhileBusy } from "./retry-while-busy";
import { allRoutes, type Route } from "./routes";
import { brokenBodyOf, valueOf } from "./values";

const REQUESTS = attempts({ few: 200, many: 4_000 });
const AT_ONCE = 8;
/** Adds a moderator and an admin, who may change others' content: `npm run proof -- --only fuzz`. */
const WITH_STAFF = process.env.FUZZ_WITH_STAFF === "1";

const refusal = z.strictObject({
  error: z.string().min(1),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});
/** OAuth endpoints have their own error format. */
const oauthRefusal = z.strictObject({ error: z.string().min(1), error_description: z.string().min(1) });
const INTERNAL = /prisma|node_modules|ECONN|postgresql:|violates|syntax error/i;

interface QueryValue {
  route: Route;
  address: string;
  caller: number | "visitor";
  body: Body;
  headers: Record<string, string>;
}

const callers: QueryValue["caller"][] = [0, 1, 0, "visitor"];
let people: Person[];
/** Owns resources that others can name, and sends no requests. */
let bystander: Person;
let cookies: string[];
let routes: Route[];
let slugs: string[];
/** A room that anybody may change, and one with only the bystander. */
let roomCodes: string[];
let roomMessages: string[];
beforeAll(async () => {
  people = await Promise.all([newPerson(), newPerson()]);
  bystander = await newPerson();
  if (WITH_STAFF) {
    people.push(await newStaff("MODERATOR"), await newStaff("ADMIN"));
    callers.push(2, 3, 3);
  }
  slugs = await newSlugs(people[0]!);
  cookies = await Promise.all(people.map(({ account }) => sessionCookieOf(account.ctx())));
  routes = allRoutes();
  const rooms = await Promise.all([people[0]!, bystander].map(({ account }) => newRoomWith(account.ctx())));
  roomCodes = rooms.map(({ code }) => code);
  roomMessages = rooms.map(({ messageId }) => messageId);
  await Promise.all(people.map(({ account }) => joinGuild(account.ctx())));
});

async function newStaff(role: Role): Promise<Person> {
  const person = await newPerson();
  await database().prisma.user.update({ where: { id: person.account.id }, data: { role } });
  return person;
}

const GUILD = "990000000000000002";

async function joinGuild(member: Context) {
  await linkDiscord(member, String(randomInt(10 ** 12)));
  await recordPresence(member, GUILD);
}

async function newRoomWith(host: Context) {
  const { code } = await createRoom(host, newRoom.parse({ name: "A room" }), {});
  const { id } = await sendMessage(host, { code, content: "Hello" });
  return { code, messageId: id };
}

test(
  `${REQUESTS} random requests to session routes get uniform responses, no server error, and change nothing of others`,
  { timeout: 900_000 },
  async () => {
    const known = {
      id: [
        ...Object.values(bystander.kept),
        ...people.flatMap(({ disposable }) => disposable.posts),
        ...roomMessages,
        GUILD,
      ],
      handle: [...people, bystander].map(({ account }) => account.handle),
      slug: slugs,
      game: ["plinko", "chess"],
      key: ["post", "like"],
      commentId: people.flatMap(({ disposable }) => disposable.comments),
      code: roomCodes,
      emoji: ["👍", "🎉"].map(encodeURIComponent),
    };
    const asked = fc.constantFrom(...routes).chain((route): fc.Arbitrary<QueryValue> =>
      fc.record({
        // Without the declaration, which is too long to print in a failure.
        route: fc.constant({ method: route.method, path: route.path }),
        address: fc
          .tuple(pathOf(route.path, known, readableJunk), queryOf(queryNames(route)))
          .map((parts) => parts.join("")),
        caller: fc.constantFrom(...callers),
        body: bodyOf(route),
        headers: fc.oneof(
          { arbitrary: fc.constant<QueryValue["headers"]>({}), weight: 8 },
          {
            arbitrary: fc.constantFrom<QueryValue["headers"]>(
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
      { ...RANDOM, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
    );
    if (WITH_STAFF) return;
    expect(await findChanges(bystander)).toEqual([]);
    const untouched = { id: roomMessages[1], deletedAt: null, room: { closedAt: null, hostId: bystander.account.id } };
    expect(await database().prisma.roomMessage.count({ where: untouched })).toBe(1);
  },
);

async function check({ route, address, caller, body, headers }: QueryValue): Promise<void> {
  const init: RequestInit = {
    method: route.method,
    redirect: "manual",
    headers: {
      ...(body.text === undefined ? {} : { "Content-Type": "application/json" }),
      ...(caller === "visitor" ? {} : { Cookie: cookies[caller]! }),
      ...headers,
    },
    body: route.method === "GET" ? undefined : (body.form ?? body.text),
  };
  const response = await retryWhileBusy(() => fetch(`${BASE_URL}${address}`, init));
  // A stream never ends.
  if (response.headers.get("content-type")?.startsWith("text/event-stream")) return response.body?.cancel();
  const text = await response.text();
  try {
    expect(response.status).toBeLessThan(500);
    if (response.status >= 400) expect(refusalOf(route.path).safeParse(JSON.parse(text)).error?.issues).toBeUndefined();
    expect(text).not.toMatch(response.status >= 400 ? INTERNAL : /PrismaClient/);
  } catch (error) {
    throw new Error(
      `${route.method} ${address} ${JSON.stringify(headers)} ${body.text?.slice(0, 500) ?? ""} → ${response.status} ${text.slice(0, 500)}\n${String(error)}`,
      { cause: error },
    );
  }
}

const refusalOf = (path: string) => (Object.values<string>(PATHS).includes(path) ? oauthRefusal : refusal);

function bodyOf({ method, operation }: Route): fc.Arbitrary<Body> {
  if (method === "GET") return fc.constant({ deserves: "unknown" });
  if (operation?.file) return formOf();
  const schema = operation?.body
    ? (z.toJSONSchema(operation.body, { io: "input", unrepresentable: "any" }) as Schema)
    : {};
  const fit = valueOf(schema, {}).map((value): Body => ({ text: JSON.stringify(value) ?? "", deserves: "unknown" }));
  const broken = brokenBodyOf(schema, {}).map((text): Body => ({ text, deserves: "unknown" }));
  return fc.oneof(
    { arbitrary: fit, weight: 3 },
    { arbitrary: broken, weight: 1 },
    { arbitrary: fc.constant<Body>({ deserves: "unknown" }), weight: 1 },
  );
}

const queryNames = ({ operation }: Route) => [
  ...Object.keys(operation?.query?.shape ?? {}),
  "limit",
  "cursor",
  "callbackUrl",
  "error",
];
