import { describe, expect, test } from "vitest";
import { z } from "zod";
import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import { type ApiOperation, type SessionOperation, sessionOperation, apiOperation } from "@/lib/http/operation";
import { env } from "@/lib/infra/environment/env";
import { database } from "@/lib/infra/database/db";
import { callRoute } from "@/tests/app/api/call-route";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";

useVariables({ RATE_LIMIT_WRITE_POSTS: "30/60" });
stopClock();

describe("a declared write", () => {
  test("spends a budget of its account or names another one", () => {
    const writes = declared().filter(({ method }) => method !== "GET");
    expect(writes.length).toBeGreaterThan(40);
    expect(writes.filter(({ writes, budget }) => !writes && !budget).map(nameOf)).toEqual([]);
  });

  test("that spends an account's budget requires a signed-in caller", () => {
    const ownerless = declared().filter(
      (operation) =>
        operation.writes && (operation.channel === "api" ? operation.scope === null : operation.session !== "required"),
    );
    expect(ownerless.map(nameOf)).toEqual([]);
  });

  test("does not compile without a budget", () => {
    const rest = { summary: "Write", returns: z.object({}), run: async () => ({}) };
    // @ts-expect-error An API write must name its budget.
    apiOperation("POST /api/v1/things", { ...rest, scope: "write:posts" });
    // @ts-expect-error So must a write of a session route.
    sessionOperation("DELETE /api/things", rest);
    // @ts-expect-error Null alone is not a budget.
    sessionOperation("DELETE /api/things", { ...rest, writes: null });
    sessionOperation("GET /api/things", rest);
  });
});

test("stops four hundred concurrent posts at the budget, with the time to wait", async () => {
  const author = await newPerson();
  const headers = { Cookie: await sessionCookieOf(author) };
  const post = () => callRoute("POST /api/posts", { headers, json: { content: "flood" } });
  const answers = await Promise.all(Array.from({ length: 400 }, post));
  const { count } = env().rateLimits.writePosts;
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(count);
  expect(await database().prisma.post.count({ where: { authorId: author.actor.id } })).toBe(count);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual({ error: expect.stringContaining("Too many requests") });
  expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
});

type Declared = ApiOperation | SessionOperation;

const nameOf = ({ method, path }: Declared) => `${method} ${path}`;

function declared(): Declared[] {
  return [...Object.values(API), ...Object.values(SESSION)].flatMap((group): Declared[] => Object.values(group));
}
