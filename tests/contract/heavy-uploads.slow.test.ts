// Slow: its pictures take minutes of processor time.
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { BASE_URL, send } from "@/tests/support/api";
import { frames } from "@/tests/lib/domain/writing/media/images";
import { newImage } from "./content";

let heavy: Blob;
beforeAll(async () => {
  heavy = new Blob([new Uint8Array(await frames(49, 1000))], { type: "image/webp" });
});

function formOf(image: Blob): FormData {
  const form = new FormData();
  form.set("image", image);
  return form;
}

const upload = ({ key }: Account, image: Blob) =>
  send("/api/v1/images", { method: "POST", key, form: formOf(image), headers: { "Idempotency-Key": randomUUID() } });

/** Reads somebody's account repeatedly until `done`; returns the statuses, and how long each took. */
async function watch({ key }: Account, done: Promise<unknown>): Promise<{ statuses: number[]; tookMs: number[] }> {
  const [statuses, tookMs]: [number[], number[]] = [[], []];
  let over = false;
  void done.finally(() => (over = true));
  while (!over) {
    const from = performance.now();
    statuses.push((await send("/api/v1/me", { key })).status);
    tookMs.push(performance.now() - from);
    await sleep(100);
  }
  return { statuses, tookMs };
}

describe("uploads of small animations that decode to large ones, three a second from one account,", () => {
  test("do not affect others: all their requests are answered soon", async () => {
    const [mallory, ben] = [await newAccount("pro"), await newAccount("pro")];
    await send("/api/v1/me", { key: ben.key });
    const attack = (async () => {
      const answers = [];
      for (let sent = 0; sent < 24; sent += 1) {
        answers.push(upload(mallory, heavy));
        await sleep(333);
      }
      return Promise.all(answers);
    })();
    const { statuses, tookMs } = await watch(ben, attack);
    const outcomes = (await attack).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    // One of them may be delayed on a busy machine.
    expect(tookMs.toSorted((a, b) => b - a)[1]).toBeLessThan(2000);
    // Those beyond the queue's capacity are told when to retry.
    for (const answer of await attack) {
      expect([201, 503]).toContain(answer.status);
      if (answer.status === 503) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect(outcomes).toContain(201);
  }, 120_000);

  test("and aborted, ten at once, delay neither others' uploads nor their own next one", async () => {
    const [mallory, ben] = [await newAccount("pro"), await newAccount("pro")];
    const [, one] = await timed(upload(ben, heavy));
    const leaving = new AbortController();
    const abandoned = Array.from({ length: 9 }, () =>
      fetch(new URL("/api/v1/images", BASE_URL), {
        method: "POST",
        headers: { Authorization: `Bearer ${mallory.key}` },
        body: formOf(heavy),
        signal: leaving.signal,
      }).catch(() => undefined),
    );
    // Waits until they are queued.
    await sleep(1000);
    leaving.abort();
    await Promise.all(abandoned);
    const image = await newImage();
    for (const account of [ben, mallory]) {
      const [{ status }, took] = await timed(upload(account, image));
      expect(status).toBe(201);
      // Processing the aborted ones would take nine times as long as one.
      expect(took).toBeLessThan(Math.max(6000, 3 * one));
    }
  }, 120_000);
});

async function timed<T>(work: Promise<T>): Promise<[result: T, tookMs: number]> {
  const from = performance.now();
  const result = await work;
  return [result, performance.now() - from];
}
