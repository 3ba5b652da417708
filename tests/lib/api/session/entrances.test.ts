import { beforeAll, describe, expect, test } from "vitest";
import webPush from "web-push";
import { SESSION } from "@/lib/api/session";
import type { Context } from "@/lib/domain/kernel/context";
import type { Handlers } from "@/lib/http/handlers";
import type { SessionOperation } from "@/lib/http/operation";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { database } from "@/lib/infra/database/db";
import type { Role } from "@/lib/infra/prisma/enums";
import { newApplication } from "@/tests/support/discord";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { useVariables } from "@/tests/support/variables";

useVariables({ ...newApplication().variables, VAPID_PRIVATE_KEY: webPush.generateVAPIDKeys().privateKey });

const nameOf = ({ method, path }: SessionOperation) => `${method} ${path}`;
const ROUTES = Object.values(SESSION)
  .flatMap((group): SessionOperation[] => Object.values(group))
  .map((operation) => ({ name: nameOf(operation), operation }));
const those = (fits: (operation: SessionOperation) => unknown) => ROUTES.filter(({ operation }) => fits(operation));

/** Routes that need no session. A new route must require one, or be listed here. */
const FOR_VISITORS = [
  "POST /api/account/appeals",
  "POST /api/account/forgot-password",
  "POST /api/account/passkeys/challenge",
  "POST /api/account/reset-password",
  "POST /api/account/undo-email-change",
  "POST /api/account/verify-email",
  "POST /api/digest/stop",
  "GET /api/archive-key",
  "GET /api/presence/online-count",
  "GET /api/register/challenge",
  "POST /api/register",
];

const cookies: Partial<Record<Role | "suspended", string>> = {};

async function cookieFor(data: { role?: Role; suspendedAt?: Date }): Promise<string> {
  const person: Context = await newPerson();
  const cookie = await sessionCookieOf(person);
  await database().prisma.user.update({ where: { id: person.actor.id }, data });
  return cookie;
}

beforeAll(async () => {
  for (const role of ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const) cookies[role] = await cookieFor({ role });
  cookies.suspended = await cookieFor({ role: "ADMIN", suspendedAt: new Date() });
});

let asked = 0;

/** Asks for nothing in particular, from an address that has not asked before. */
async function ask(operation: SessionOperation, headers: Record<string, string> = {}) {
  const params = Object.fromEntries([...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, "nobodys"]));
  const { method } = operation;
  const request = new Request(`http://localhost:3000${operation.path}`, { method, headers });
  const context = { params, clientIp: `192.0.2.${asked++}`, waitUntil: () => undefined };
  const response = await serveSession(operation)[method as keyof Handlers](request, context);
  const { status } = response;
  // A stream does not end.
  const body = status < 400 ? await response.body?.cancel() : ((await response.json()) as { error: string });
  return { status, error: body?.error };
}

const as = (who: keyof typeof cookies) => ({ Cookie: cookies[who]! });
const signedOut = { status: 401, error: "Sign in first." };

describe("a session route", () => {
  test.each(those(({ session }) => session === "required"))(
    "$name rejects visitors, and suspended accounts, even admins",
    async ({ operation }) => {
      expect(await ask(operation)).toEqual(signedOut);
      expect(await ask(operation, as("suspended"))).toEqual(signedOut);
      expect(await ask(operation, { Cookie: `${as("MEMBER").Cookie}x` })).toEqual(signedOut);
    },
  );

  test.each(those(({ method }) => method !== "GET"))(
    "$name rejects requests from other sites",
    async ({ operation }) => {
      const refused = { status: 403, error: "This request came from another site." };
      for (const Origin of ["https://elsewhere.example", "null", "http://localhost:3000.elsewhere.example"])
        expect(await ask(operation, { ...as("ADMIN"), Origin })).toEqual(refused);
    },
  );

  test.each(those(({ staff }) => staff))(
    "$name rejects everybody but its staff, whatever the input",
    async ({ operation }) => {
      const members = { moderator: ["MODERATOR", "ADMIN"], admin: ["ADMIN"], editor: ["EDITOR"] }[operation.staff!];
      for (const role of ["MEMBER", "EDITOR", "MODERATOR", "ADMIN"] as const) {
        const { status, error } = await ask(operation, as(role));
        if (members.includes(role)) expect(error ?? "").not.toMatch(/^(This is for|Editors write)/);
        else
          expect({ status, error }).toMatchObject({
            status: 403,
            error: expect.stringMatching(/^(This is for|Editors write)/),
          });
      }
    },
  );
});

test("every route below /api/admin and /api/moderation declares its staff role", () => {
  const [below, declared] = [
    those(({ path }) => /^\/api\/(admin|moderation)(\/|$)/.test(path)),
    those(({ staff }) => staff),
  ];
  expect(below.length).toBeGreaterThan(25);
  expect(below.filter(({ operation }) => !operation.staff)).toEqual([]);
  const admins = below.filter(({ operation }) => operation.path.startsWith("/api/admin"));
  expect(admins.filter(({ operation }) => operation.staff !== "admin")).toEqual([]);
  expect(declared.filter(({ operation }) => operation.session !== "required")).toEqual([]);
});

test("every route that needs no session is in FOR_VISITORS, or shows members more and only reads", () => {
  const open = those(({ session, method }) => session === "none" || (session === "optional" && method !== "GET"));
  expect(open.map(({ name }) => name).toSorted()).toEqual(FOR_VISITORS.toSorted());
});

test("every write spends a budget: one of the client address if it needs no session", () => {
  const writes = those(({ method }) => method !== "GET");
  expect(writes.filter(({ operation }) => operation.writes === null && !operation.budget)).toEqual([]);
  const open = writes.filter(({ operation }) => operation.session === "none");
  expect(open.filter(({ operation }) => operation.budgetPer !== "ip")).toEqual([]);
});
