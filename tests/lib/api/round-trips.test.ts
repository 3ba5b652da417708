import { afterAll, beforeAll, expect, test } from "vitest";
import { engagement } from "@/lib/api/v1/engagement";
import { posts } from "@/lib/api/v1/posts";
import { coins } from "@/lib/api/session/coins";
import { createPost } from "@/lib/domain/writing/posts/commands";
import type { Handlers } from "@/lib/http/handlers";
import { serve } from "@/lib/http/pipeline/serve";
import { serveSession } from "@/lib/http/pipeline/serve-session";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { type Caller, callHandler, newCaller } from "@/tests/lib/http/pipeline/caller";
import { median } from "@/tests/load/contest";
import { openWire, type Wire } from "@/tests/load/wire";
import { useOwnPool } from "@/tests/support/own-pool";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";

/** Enough to fold notifications, to complete the day's quests, and to plan prepared statements for good. */
const CALLS = 8;

let wire: Wire;
let caller: Caller;
let postIds: string[];
afterAll(() => wire.close());
useOwnPool(async () => {
  wire = await openWire(process.env.DATABASE_URL ?? "");
  return { DATABASE_URL: wire.url };
});
beforeAll(async () => {
  caller = await newCaller();
  await grant(caller.ctx, 1000);
  await register(caller.ctx, "https://example.com/");
  const author = await newPerson();
  const contents = Array.from({ length: CALLS + 1 }, (_, n) => `Post ${n}`);
  const created = await Promise.all(contents.map((content) => createPost(author, { content, audience: "PUBLIC" })));
  postIds = created.map(({ id }) => id);
});

interface Act {
  handlers: Handlers;
  json: object;
  status: number;
  headers?: Record<string, string>;
}

/** The round trips of a request, beginning with its key or session: the median, as work in the background comes by. */
async function roundTripsOf({ handlers, json, status, headers = {} }: Act): Promise<number> {
  const counts: number[] = [];
  for (const id of postIds) {
    const before = wire.traffic.roundTrips;
    const answer = await callHandler(handlers, "POST", { key: caller.key, json, headers, params: { id } });
    expect(answer).toMatchObject({ status });
    counts.push(wire.traffic.roundTrips - before);
  }
  return median(counts);
}

test("posts, likes and comments take at most four round trips, including all their effects", async () => {
  const json = { content: "Measured, not guessed." };
  expect(await roundTripsOf({ handlers: serve(posts.create), json, status: 201 })).toBeLessThanOrEqual(4);
  expect(await roundTripsOf({ handlers: serve(engagement.like), json: {}, status: 200 })).toBeLessThanOrEqual(4);
  expect(await roundTripsOf({ handlers: serve(engagement.comment), json, status: 201 })).toBeLessThanOrEqual(4);
});

test("a bet takes at most three round trips", async () => {
  const headers = { Cookie: await sessionCookieOf(caller.ctx) };
  const json = { bin: 2, amount: 1 };
  expect(await roundTripsOf({ handlers: serveSession(coins.bet), json, status: 200, headers })).toBeLessThanOrEqual(3);
});
