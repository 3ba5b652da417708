import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { DAY_MS, HOUR_MS } from "@/lib/domain/kernel/durations";
import { type RequestEntry, writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { newRequestId } from "@/lib/domain/kernel/id";
import { getRequest, listRequests, summarizeRequests } from "@/lib/domain/accounts/request-log/queries";
import { EXAMINED_ROWS } from "@/lib/domain/accounts/request-log/rules";
import type { RequestFilter } from "@/lib/domain/accounts/request-log/schema";
import { env } from "@/lib/infra/environment/env";
import { newPerson } from "@/tests/support/people";
import { newEntry } from "./entries";

const NOW = new Date("2026-05-06T10:30:00Z");

let reader: Context;
beforeEach(async () => {
  reader = { ...(await newPerson()), now: NOW };
});

const ago = (ms: number) => NOW.getTime() - ms;

async function log(...changes: Partial<RequestEntry>[]): Promise<string[]> {
  const entries = changes.map((change, n) => newEntry(reader.actor.id, { createdAtMs: ago(n + 1), ...change }));
  await writeRequests(entries);
  return entries.map(({ id }) => id);
}

const found = async (filter: RequestFilter) =>
  (await listRequests(reader, { limit: 50, ...filter })).data.map(({ id }) => id);

describe("the list of requests", () => {
  test("shows only those of the account's keys, newest first, for seven days", async () => {
    const other = await newPerson();
    await writeRequests([newEntry(other.actor.id, { createdAtMs: ago(1) })]);
    const [first, second] = await log({}, { keyId: "key_other" }, { createdAtMs: ago(7 * DAY_MS + 1) });
    expect(await found({})).toEqual([first, second]);
    expect((await listRequests({ ...other, now: NOW }, { limit: 50 })).data).toHaveLength(1);
  });

  test("is filtered by key, class of status, error and operation, and by several of them", async () => {
    const [ok, missing, broken] = await log(
      {},
      { status: 404, error: "not_found", operation: "GET /api/v1/posts/{id}", keyId: "key_b" },
      { status: 503, error: "unavailable" },
    );
    expect(await found({ key: "key_b" })).toEqual([missing]);
    expect(await found({ status: "2xx" })).toEqual([ok]);
    expect(await found({ status: "4xx" })).toEqual([missing]);
    expect(await found({ status: "5xx" })).toEqual([broken]);
    expect(await found({ status: "errors" })).toEqual([missing, broken]);
    expect(await found({ error: "unavailable" })).toEqual([broken]);
    expect(await found({ operation: "GET /api/v1/me" })).toEqual([ok, broken]);
    expect(await found({ operation: "GET /api/v1/me", status: "errors", error: "not_found" })).toEqual([]);
  });

  test("finds a request by its id, whatever its age, and no other account's", async () => {
    const [recent, old, expired] = await log({}, { createdAtMs: ago(6 * DAY_MS) }, { createdAtMs: ago(8 * DAY_MS) });
    for (const id of [recent, old]) {
      expect(await getRequest(reader, { id: id! })).toMatchObject({ id });
      expect(await found({ id })).toEqual([id]);
      expect(await found({ id, status: "errors" })).toEqual([]);
    }
    const other = { ...(await newPerson()), now: NOW };
    await expect(getRequest(other, { id: recent! })).rejects.toMatchObject({ code: "not_found" });
    for (const id of [
      expired!,
      newRequestId(NOW),
      "req_",
      "req_zzzzzzzzzzzzzzzzzzzzzzzz",
      `${recent}0`,
      "x".repeat(64),
    ]) {
      await expect(getRequest(reader, { id })).rejects.toMatchObject({ code: "not_found" });
      expect(await found({ id })).toEqual([]);
    }
  });

  test("examines a bounded number of rows for a filter, and reaches all matches by its cursors", async () => {
    const rows = 2 * EXAMINED_ROWS + 10;
    const rare = [5, EXAMINED_ROWS + 5, 2 * EXAMINED_ROWS + 5];
    for (let first = 0; first < rows; first += 5000)
      await writeRequests(
        Array.from({ length: Math.min(5000, rows - first) }, (_, n) =>
          newEntry(reader.actor.id, {
            createdAtMs: ago(first + n + 1),
            error: rare.includes(first + n) ? "conflict" : null,
          }),
        ),
      );
    const pages = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await listRequests(reader, { limit: 2, error: "conflict", cursor });
      pages.push(page.data.map(({ createdAt }) => NOW.getTime() - Date.parse(createdAt) - 1));
      cursor = page.nextCursor;
    }
    expect(pages).toEqual([[rare[0]], [rare[1]], [rare[2]]]);
  });

  test("rejects the cursor of another filter or account", async () => {
    await log({}, {}, {});
    const { nextCursor: cursor } = await listRequests(reader, { limit: 1 });
    const other = await newPerson();
    for (const asked of [
      () => listRequests(reader, { limit: 1, status: "2xx", cursor: cursor! }),
      () => listRequests(other, { limit: 1, cursor: cursor! }),
    ])
      await expect(asked()).rejects.toMatchObject({ code: "invalid_cursor" });
  });
});

describe("the summary of requests", () => {
  test("counts by hour and by day, including empty ones, and errors by code with their documentation", async () => {
    await log(
      { createdAtMs: ago(0) },
      { createdAtMs: ago(HOUR_MS), status: 404, error: "not_found" },
      { createdAtMs: ago(HOUR_MS), status: 429, error: "rate_limited", times: 9 },
      { createdAtMs: ago(3 * DAY_MS), keyId: "key_b" },
    );
    const hours = await summarizeRequests(reader, { per: "hour" });
    expect(hours).toMatchObject({ requests: 11, errors: 10 });
    expect(hours.buckets).toHaveLength(24);
    expect(hours.buckets.at(-1)).toEqual({ startsAt: "2026-05-06T10:00:00.000Z", requests: 1, errors: 0 });
    expect(hours.buckets.at(-2)).toEqual({ startsAt: "2026-05-06T09:00:00.000Z", requests: 10, errors: 10 });
    expect(hours.buckets.at(-3)).toMatchObject({ requests: 0, errors: 0 });
    expect(hours.errorCodes).toEqual([
      { code: "rate_limited", requests: 9, docUrl: `${env().siteUrl}/docs/errors/rate_limited` },
      { code: "not_found", requests: 1, docUrl: `${env().siteUrl}/docs/errors/not_found` },
    ]);
    const days = await summarizeRequests(reader, { per: "day" });
    expect(days.buckets.map(({ requests }) => requests)).toEqual([0, 0, 0, 1, 0, 0, 11]);
    expect(await summarizeRequests(reader, { per: "day", key: "key_b" })).toMatchObject({ requests: 1, errors: 0 });
  });

  test("contains the median and 95th-percentile duration, of one key or of all", async () => {
    await log(...Array.from({ length: 101 }, (_, n) => ({ durationMs: n })));
    await log({ durationMs: 1000, keyId: "key_slow" });
    expect(await summarizeRequests(reader, { per: "hour", key: `key_${reader.actor.id}` })).toMatchObject({
      p50Ms: 50,
      p95Ms: 95,
    });
    expect(await summarizeRequests(reader, { per: "hour", key: "key_slow" })).toMatchObject({ p50Ms: 1000 });
  });

  test("of an account without requests is all zero", async () => {
    expect(await summarizeRequests(reader, { per: "hour" })).toMatchObject({
      ...{ requests: 0, errors: 0, errorCodes: [], p50Ms: null, p95Ms: null },
    });
  });
});
