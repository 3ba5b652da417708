import { spawnSync } from "node:child_process";
import fs from "node:fs";
import sharp from "sharp";
import { afterEach, describe, expect, test, vi } from "vitest";
import { card, CARD_SIZE } from "@/app/cards/card";
// @ts-expect-error -- a part of a program that nothing compiles
import { codePointsOf, drawable } from "@/app/cards/drawable.mjs";
import { OverloadedError } from "@/lib/infra/process/job-errors";
import { ProcessPool } from "@/lib/infra/process/pool";
import { usePool } from "@/tests/support/process-pools";

const TEXTS = {
  emoji: "Ship it 🚀 👩‍👩‍👧 🇩🇪 👍🏽",
  keycaps: "1️⃣ 2️⃣ *️⃣ #️⃣",
  "Chinese and Japanese": "我爱编程 日本語",
  Arabic: "مرحبا بالعالم",
  "rare signs": "𝔘𝔫𝔦 ꟿ 𓀀 ᚠ ⠿ ₿ ↔ ‼ ™ ©",
  "stacked accents": "Z̸̡̛͎̜̫̗̰͇̱̳̯̽͋̓̂̉a̷̢̛̮̪̠̩̋lgo ".repeat(50),
  "invisible and turning signs": "\u200b\u202eabc\u2066\u0000",
  "a word without end": "W".repeat(20_000),
  nothing: "",
};

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(globalThis, Symbol.for("pegboard.cards"));
});

// Whatever a card says, drawing it asks nobody: this process would end.
usePool(
  "cards",
  new ProcessPool<object, Uint8Array>({
    name: "offline",
    script: "tests/app/cards/draw-card-offline.mjs",
    size: 1,
    maxQueued: 12,
    maxQueuedPerOwner: 12,
    timeoutMs: 30_000,
    maxMemoryMb: 512,
  }),
);

describe("a card", () => {
  test.each(Object.entries(TEXTS))("with %s is drawn, without the network", async (_what, text) => {
    const response = await card({ kicker: text, title: text, text, by: { name: text, handle: "ada" }, aside: text });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
      format: "png",
      ...CARD_SIZE,
    });
  });

  test("cannot be drawn by this process if it uses the network", () => {
    const asking = spawnSync(process.execPath, [
      "--import",
      "./tests/app/cards/no-network.mjs",
      "-e",
      "fetch('http://127.0.0.1:3119/').catch(() => {})",
    ]);
    expect(asking.status).toBe(9);
  });

  test("is drawn once for identical concurrent requests, and is cacheable", async () => {
    const run = vi.spyOn(ProcessPool.prototype, "run");
    const answers = await Promise.all(Array.from({ length: 20 }, () => card({ title: "The same" })));
    await card({ title: "The same" });
    expect(run).toHaveBeenCalledTimes(1);
    expect(answers[0]?.headers.get("cache-control")).toBe("public, max-age=30, must-revalidate");
    await card({ title: "Another" });
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("that failed is drawn again on the next request", async () => {
    const run = vi.spyOn(ProcessPool.prototype, "run").mockRejectedValueOnce(new OverloadedError("full", 5));
    expect((await card({ title: "Later" })).status).toBe(503);
    expect((await card({ title: "Later" })).status).toBe(200);
    expect(run).toHaveBeenCalledTimes(2);
  });

  test("is a 503 with a time to retry if many different ones wait", async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => card({ title: `Card ${index}` })));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(20);
    expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(40 - refused.length);
  });
});

describe("a character that the font lacks", () => {
  const points = new Set(codePointsOf(fs.readFileSync("app/cards/bricolage.ttf")) as number[]);
  const shown = (text: string) => drawable(text, points) as string;

  test("is left out, and all others stay", () => {
    expect(shown("Hello 我 wörld, “ok” 🚀!")).toBe("Hello wörld, “ok” !");
    expect(shown("e\u0301")).toBe("é");
    expect(shown("1️⃣ 2️⃣")).toBe("1 2");
    expect(shown("我爱编程")).toBe("");
    expect(shown("a\u0000\u202eb\n\tc")).toBe("ab c");
  });
});
