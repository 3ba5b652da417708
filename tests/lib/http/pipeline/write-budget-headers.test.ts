import { describe, expect, test } from "vitest";
import { API } from "@/lib/api/v1";
import type { ApiOperation } from "@/lib/http/operation";
import { serve } from "@/lib/http/pipeline/serve";
import { env } from "@/lib/infra/environment/env";
import { stopClock } from "@/tests/support/stopped-clock";
import { useVariables } from "@/tests/support/variables";
import { callHandler, newCaller } from "./caller";
import { things } from "./things";

const LIMIT = 3;
const WRITE_RATES = Object.fromEntries(
  [
    ...["POSTS", "COMMENTS", "MARKS", "FOLLOWS", "SAFETY", "BUILDS", "ARTICLES", "PROFILE"],
    ...["WEBHOOKS", "KEYS", "NOTICES", "REPORTS", "MODERATION", "COINS"],
  ]
    .map((name) => `RATE_LIMIT_WRITE_${name}`)
    .concat(["CREATE", "JOIN", "MESSAGES", "REACTIONS", "CHANGES", "TYPING"].map((name) => `RATE_LIMIT_ROOM_${name}`))
    .concat(["RATE_LIMIT_DUEL_CHALLENGES", "RATE_LIMIT_DUEL_ACTIONS"])
    .map((name) => [name, `${LIMIT}/60`]),
);
useVariables({ ...WRITE_RATES, RATE_LIMIT_WRITE_HOURLY: "5/3600", RATE_LIMIT_IMAGES: "100/60" });
stopClock();

const WRITES = Object.values(API)
  .flatMap((group): ApiOperation[] => Object.values(group))
  .filter(({ writes }) => writes !== null)
  .map((operation) => ({ name: `${operation.method} ${operation.path}`, operation }));

/** The operation as declared, but without input and effect. */
const doingNothing = (operation: ApiOperation): ApiOperation => ({
  ...operation,
  ...{ body: undefined, query: undefined, file: undefined, conditional: false, staff: undefined, prepare: undefined },
  ...{ status: 204, alternative: undefined, response: "json", version: undefined, run: async () => undefined },
});

/** The remaining calls of each budget according to a response. */
function announced(headers: Headers): Record<string, number> {
  const items = [...(headers.get("ratelimit") ?? "").matchAll(/"(\w+)";r=(\d+)/g)];
  return Object.fromEntries(items.map(([, name = "", remaining]) => [name, Number(remaining)]));
}

describe("the headers of a write", () => {
  test.for(WRITES)("announce its budgets before one runs out: $name", async ({ operation }) => {
    const { key } = await newCaller({ tier: "pro" });
    const earlier: Record<string, number>[] = [];
    for (;;) {
      const { status, headers } = await callHandler(serve(doingNothing(operation)), operation.method, { key });
      if (status !== 429) {
        expect(status).toBe(204);
        earlier.push(announced(headers));
        continue;
      }
      const [exceeded, ...others] = Object.entries(announced(headers)).filter(([, remaining]) => remaining === 0);
      expect(others).toEqual([]);
      expect(earlier.map((budgets) => budgets[exceeded![0]])).toEqual([2, 1, 0]);
      return;
    }
  });

  test("announce the hourly budget that several kinds of writes share", async () => {
    const { key } = await newCaller({ tier: "pro" });
    const ofKind = (writes: "posts" | "marks") => serve(doingNothing({ ...things.note, writes }));
    const left = [];
    for (const kind of ["posts", "marks", "posts", "marks", "marks"] as const)
      left.push(announced((await callHandler(ofKind(kind), "POST", { key })).headers).writeHourly);
    expect(left).toEqual([4, 3, 2, 1, 0]);
    const over = await callHandler(ofKind("posts"), "POST", { key });
    expect(over.status).toBe(429);
    expect(announced(over.headers)).toMatchObject({ writePosts: 0, writeHourly: 0 });
    expect(over.headers.get("ratelimit-policy")).toContain('"writeHourly";q=5;w=3600');
  });

  test("keep describing requests in the older family, until the write's budget rejects", async () => {
    const { key } = await newCaller({ tier: "pro" });
    const write = () => callHandler(serve(things.note), "POST", { key, json: { size: 1 } });
    const requests = env().rateLimits.v1Pro.count;
    for (let call = 1; call <= LIMIT; call++) {
      const { headers } = await write();
      expect(headers.get("x-ratelimit-limit")).toBe(String(requests));
      expect(headers.get("x-ratelimit-remaining")).toBe(String(requests - call));
    }
    expect((await write()).headers.get("x-ratelimit-limit")).toBe(String(LIMIT));
  });
});
