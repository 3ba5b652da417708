// Slow: it waits until a silent store times out.
import type { RequestListener } from "node:http";
import { describe, expect, test, vi } from "vitest";
import { failureOf } from "@/lib/http/response/errors";
import { log } from "@/lib/infra/log/log";
import { checkStorage } from "@/lib/infra/storage/storage";
import { StorageUnavailable } from "@/lib/infra/storage/error";
import { keysIn, storeThat } from "./odd-store";

describe("an unavailable store", () => {
  test.each<[string, RequestListener]>([
    ["never answers", () => {}],
    [
      "stops in the middle of an answer",
      (_request, response) => void response.writeHead(200, { "Content-Length": 100 }).write("half"),
    ],
  ])("and %s times out after 15 s in total", { timeout: 60_000 }, async (_how, answer) => {
    const { store, stop } = await storeThat(answer);
    const startedAt = Date.now();
    const outcomes = await Promise.allSettled([
      store.put("day/a", Buffer.from("x"), "image/png"),
      store.get("day/a"),
      store.remove("day/a"),
      keysIn(store, "day"),
    ]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StorageUnavailable) });
    // Two timeouts, one after the other, take 30 s.
    expect(Date.now() - startedAt).toBeLessThan(28_000);
    stop();
  });

  test("is retried, then distinguished from an unavailable database", async () => {
    let asked = 0;
    const { store, stop } = await storeThat(
      (_request, response) => void ((asked += 1), response.writeHead(asked < 3 ? 503 : 200).end()),
    );
    await store.put("day/a", Buffer.from("x"), "image/png");
    expect(asked).toBe(3);
    stop();
    const failure = failureOf(await store.put("day/a", Buffer.from("x"), "image/png").catch((error: unknown) => error));
    expect(failure).toMatchObject({
      status: 503,
      code: "unavailable",
      message: expect.stringContaining("file store"),
      retryAfterSeconds: expect.any(Number),
    });
  });

  test("does not prevent the start: it is logged, in bounded time", async () => {
    const said = vi.spyOn(log, "warn").mockReturnValue();
    const { store, stop } = await storeThat(() => {});
    const startedAt = Date.now();
    await checkStorage(store);
    expect(Date.now() - startedAt).toBeLessThan(14_000);
    stop();
    await checkStorage(store);
    expect(said).toHaveBeenCalledTimes(2);
    expect(said).toHaveBeenCalledWith("dependency unavailable", expect.objectContaining({ dependency: "file store" }));
    said.mockRestore();
  });
});
