import { describe, expect, onTestFinished, test } from "vitest";
import {
  logRequest,
  RequestBuffer,
  type RequestEntry,
  writeRequests,
} from "@/lib/domain/accounts/request-log/commands";
import { WRITE_BATCH } from "@/lib/domain/accounts/request-log/rules";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { metrics } from "@/lib/infra/log/metrics";
import { eventually } from "@/tests/support/eventually";
import { newEntry } from "./entries";

const dropped = async () => (await metrics.requestLogDropped.get()).values[0]?.value ?? 0;

describe("the buffer of logged requests", () => {
  test("writes entries on its own, in batches", async () => {
    const batches: number[] = [];
    const buffer = new RequestBuffer(async (entries) => void batches.push(entries.length));
    for (let n = 0; n < WRITE_BATCH + 3; n++) buffer.add(newEntry("u"));
    await eventually(() => expect(batches).toEqual([WRITE_BATCH, 3]));
    expect(buffer.size).toBe(0);
  });

  test("retains entries through an outage, and drops and counts the oldest beyond its capacity", async () => {
    let isUnavailable = true;
    const written: RequestEntry[] = [];
    const buffer = new RequestBuffer(async (entries) => {
      if (isUnavailable) throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
      written.push(...entries);
    }, 10);
    const before = await dropped();
    const entries = Array.from({ length: 14 }, () => newEntry("u"));
    for (const [n, entry] of entries.entries()) {
      buffer.add(entry);
      if (n === 3) await buffer.flush();
    }
    expect(buffer.size).toBe(10);
    expect(await dropped()).toBe(before + 4);
    isUnavailable = false;
    await buffer.flush();
    expect(written.map(({ id }) => id)).toEqual(entries.slice(4).map(({ id }) => id));
  });

  test("drops and counts a batch that can never be written, and continues", async () => {
    const before = await dropped();
    const buffer = new RequestBuffer(writeRequests);
    buffer.add(newEntry("u_unwritable", { operation: "\0" }));
    await buffer.flush();
    expect(await dropped()).toBe(before + 1);
    buffer.add(newEntry("u_after"));
    await buffer.flush();
    expect(await database().prisma.apiRequest.count({ where: { userId: { in: ["u_unwritable", "u_after"] } } })).toBe(
      1,
    );
  });

  test("counts a batch only once if it is written twice", async () => {
    const batch = [newEntry("u_twice"), newEntry("u_twice", { error: "rate_limited", status: 429, times: 7 })];
    await writeRequests(batch);
    await writeRequests(batch);
    await writeRequests([newEntry("u_twice")]);
    const counts = await database().prisma.apiRequestCount.findMany({ where: { userId: "u_twice" } });
    expect(Object.fromEntries(counts.map(({ error, requests }) => [error, requests]))).toEqual({
      "": 2,
      rate_limited: 7,
    });
  });

  test("lists a bounded number of an account's requests an hour, and counts the others", async () => {
    const buffer = new RequestBuffer(writeRequests, 100, 3);
    const hour = Date.parse("2026-05-06T10:00:00Z");
    for (let n = 0; n < 8; n++)
      buffer.add(newEntry("u_busy", { createdAtMs: hour + n, error: n > 5 ? "conflict" : null }));
    buffer.add(newEntry("u_calm", { createdAtMs: hour }));
    await buffer.flush();
    buffer.add(newEntry("u_busy", { createdAtMs: hour + 3_600_000 }));
    await buffer.flush();
    const { prisma } = database();
    expect(await prisma.apiRequest.count({ where: { userId: "u_busy" } })).toBe(3 + 1);
    expect(await prisma.apiRequest.count({ where: { userId: "u_calm" } })).toBe(1);
    const counts = await prisma.apiRequestCount.findMany({
      where: { userId: "u_busy" },
      orderBy: { requests: "desc" },
    });
    expect(counts.map(({ error, requests }) => [error, requests])).toEqual([
      ["", 6],
      ["conflict", 2],
      ["", 1],
    ]);
  });

  test("writes before the end of the request on hosts that stop processes between requests", async () => {
    const { vercel } = env();
    onTestFinished(() => void (env().vercel = vercel));
    env().vercel = true;
    const jobs: (() => Promise<unknown>)[] = [];
    logRequest(newEntry("u_serverless"), (job) => jobs.push(job));
    await Promise.all(jobs.map((job) => job()));
    expect(await database().prisma.apiRequest.count({ where: { userId: "u_serverless" } })).toBe(1);
  });

  test("accepts concurrent batches of several processes", async () => {
    const batches = Array.from({ length: 8 }, () =>
      Array.from({ length: 50 }, (_, n) => newEntry(`u_many_${n % 10}`, { error: n % 3 ? null : "not_found" })),
    );
    await Promise.all(batches.map(writeRequests));
    const { _sum } = await database().prisma.apiRequestCount.aggregate({
      where: { userId: { startsWith: "u_many_" } },
      _sum: { requests: true },
    });
    expect(_sum.requests).toBe(400);
  });
});
