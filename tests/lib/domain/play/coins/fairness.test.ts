import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { drop, randomByte, sha256Hex, toHex, verifyDrop } from "@/lib/domain/play/coins/plinko";

const SEED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

describe("fairness", () => {
  test("uses the first byte of the HMAC, with seed and message as text", async () => {
    for (const [clientSeed, nonce] of [
      ["pegboard", 0],
      ["a:b", 41],
      ["Glück 🍀", 7],
    ] as const) {
      const expected = createHmac("sha256", SEED).update(`${clientSeed}:${nonce}`).digest()[0];
      expect(await randomByte(SEED, clientSeed, nonce)).toBe(expected);
    }
  });

  test("hashes the seed as text", async () => {
    expect(await sha256Hex(SEED)).toBe(createHash("sha256").update(SEED).digest("hex"));
    expect(toHex(new Uint8Array([0, 10, 255]))).toBe("000aff");
  });

  test("verifies an honest drop, with the same path", async () => {
    const byte = await randomByte(SEED, "pegboard", 3);
    const { path, landedBin } = drop(byte);
    const past = {
      serverSeed: SEED,
      serverSeedHash: await sha256Hex(SEED),
      clientSeed: "pegboard",
      nonce: 3,
      landedBin,
    };
    expect(await verifyDrop(past)).toEqual({ path, landedBin, byte, seedMatches: true, landingMatches: true });
  });

  test("detects a seed that was not committed, and a wrong landing", async () => {
    const { landedBin } = drop(await randomByte(SEED, "pegboard", 3));
    const past = { serverSeed: SEED, serverSeedHash: "0".repeat(64), clientSeed: "pegboard", nonce: 3, landedBin };
    expect(await verifyDrop(past)).toMatchObject({ seedMatches: false, landingMatches: true });
    const moved = { ...past, serverSeedHash: await sha256Hex(SEED), landedBin: (landedBin + 1) % 5 };
    expect(await verifyDrop(moved)).toMatchObject({ seedMatches: true, landingMatches: false });
  });

  test("fits the stated odds over a hundred thousand drops", async () => {
    const draws = 100_000;
    const landings = [0, 0, 0, 0, 0];
    for (let nonce = 0; nonce < draws; nonce += 1) {
      const byte = createHmac("sha256", SEED).update(`chi:${nonce}`).digest()[0]!;
      landings[drop(byte).landedBin]! += 1;
    }
    const chiSquare = [7, 16, 18, 16, 7].reduce((sum, odds, bin) => {
      const expected = (draws * odds) / 64;
      return sum + (landings[bin]! - expected) ** 2 / expected;
    }, 0);
    expect(chiSquare).toBeLessThan(18.47); // p = 0.001 at four degrees of freedom
  });
});
