import { expect, test, vi } from "vitest";
import { database } from "@/lib/infra/database/db";
import { MAX_STREAMS_PER_ACCOUNT } from "@/lib/live/rules";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { eventually } from "@/tests/support/eventually";
import { closeStreams, newReader } from "./live-reader";

vi.setConfig({ testTimeout: 120_000 });

test("the stream has its content type, is neither cached nor compressed, and sends a greeting at once", async () => {
  const { open } = await newReader();
  const { status, headers, reader } = await open("topics=me", { "Accept-Encoding": "gzip, br" });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
  });
  expect(headers["content-encoding"]).toBeUndefined();
  await eventually(() => expect(reader.events.length).toBeGreaterThan(1));
  expect(reader.events[0]).toMatchObject({ event: "hello", id: "me=0", data: { topics: ["me"] } });
  expect(Math.abs(Date.parse(String(reader.events[0]?.data.time)) - Date.now())).toBeLessThan(60_000);
  expect(reader.named("unread")).toMatchObject([{ data: { topic: "me", count: 0 } }]);
});

test("events arrive, and missed ones are replayed after the last id, in the header or the query", async () => {
  const [{ account, open }, liker] = [await newReader(), await newAccount()];
  const post = (await send("/api/v1/posts", { method: "POST", key: account.key, json: { content: "Look" } })).json as {
    id: string;
  };
  const first = await open();
  await eventually(() => expect(first.reader.lastEventId).toBe("me=0"));
  await send(`/api/v1/posts/${post.id}/like`, { method: "POST", key: liker.key });
  await eventually(() => expect(first.reader.named("unread").at(-1)).toMatchObject({ data: { count: 1 } }));
  expect(first.reader.named("notification")).toMatchObject([
    { id: "me=1", data: { type: "LIKE", topic: "me", seq: 1 } },
  ]);
  first.close();
  for (const missed of [
    await open("topics=me", { "Last-Event-ID": "me=0" }),
    await open("topics=me&lastEventId=me%3D0"),
    await open("topics=me&lastEventId=me%3D1", { "Last-Event-ID": "me=0" }),
  ]) {
    await eventually(() => expect(missed.reader.seqsOf("me")).toEqual([1]));
  }
});

test("unreadable topics and malformed requests get an error that says why", async () => {
  const { cookie, open } = await newReader();
  expect((await send("/api/live?topics=me")).status).toBe(401);
  const answers = {
    "": 400,
    "topics=": 400,
    "topics=you": 400,
    "topics=room:abc": 400,
    "topics=room:ABCDEI": 400,
    "topics=me&topics=me": 400,
    [`topics=me&lastEventId=${"x".repeat(2000)}`]: 400,
    [`topics=${Array.from({ length: 11 }, (_, n) => `room:ABCDE${n % 8 ? n % 8 : 9}${n > 7 ? "x" : ""}`).join()}`]: 400,
    "topics=room:abcdef": 403,
  };
  for (const [query, status] of Object.entries(answers)) {
    const answer = await send(`/api/live?${query}`, { headers: { Cookie: cookie } });
    expect({ query, status: answer.status, error: answer.json }).toMatchObject({
      status,
      error: { error: expect.any(String) },
    });
  }
  for (const lastEventId of ["junk", "me=-1", "me=9999999999999999999", "%00", "%F0%9F%98%80"]) {
    const stream = await open(`topics=me&lastEventId=${lastEventId}`);
    if (stream.status === 200) await eventually(() => expect(stream.reader.named("reset")).toHaveLength(1));
    else expect(stream.status).toBe(400);
    stream.close();
  }
  expect((await send("/api/live?topics=me", { method: "POST", headers: { Cookie: cookie } })).status).toBe(405);
  expect((await send("/api/live?topics=me", { method: "HEAD", headers: { Cookie: cookie } })).status).toBe(200);
});

test("an account's streams are limited, and block none of its other requests", async () => {
  const { cookie, open } = await newReader();
  for (let n = 0; n < MAX_STREAMS_PER_ACCOUNT; n += 1) expect((await open()).status).toBe(200);
  const refused = await open();
  expect(refused.status).toBe(429);
  expect(refused.headers["retry-after"]).toBe("30");
  for (let n = 0; n < 5; n += 1)
    expect((await send("/api/notifications/unread-count", { headers: { Cookie: cookie } })).status).toBe(200);
  closeStreams();
  await eventually(async () => expect((await open()).status).toBe(200));
});

test("the stream ends with its session", async () => {
  const { account, open } = await newReader();
  const stream = await open();
  await database().prisma.session.deleteMany({ where: { userId: account.ctx().actor.id } });
  await stream.ended;
  expect((await open()).status).toBe(401);
});
