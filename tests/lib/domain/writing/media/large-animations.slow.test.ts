// Slow: the animations take seconds of processor time each.
import { expect, test } from "vitest";
import { reencode } from "@/lib/domain/writing/media/reencode";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { frames, png } from "./images";

test("decodes six large animations without blocking this process or other accounts", async () => {
  const heavy = await frames(49, 1000);
  expect(heavy.length).toBeLessThan(MAX_IMAGE_BYTES / 30);
  // Both processes are running, so that the times below include no startup.
  await Promise.all(["usr_ada", "usr_ben"].map(async (owner) => reencode(await png(), { owner })));
  let longest = 0;
  let last = process.cpuUsage();
  // In processor time of this process, because a busy machine may also keep it from running.
  const heart = setInterval(() => {
    const { user, system } = process.cpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.cpuUsage();
  }, 10);
  const from = performance.now();
  const attacks = Array.from({ length: 6 }, () => reencode(heavy, { owner: "usr_mallory" }));
  const settled = Promise.allSettled(attacks);
  const one = Promise.allSettled(attacks.slice(0, 1)).then(() => performance.now() - from);
  await reencode(await png(), { owner: "usr_ben" });
  const stranger = performance.now() - from;
  // On a busy machine the last ones may be rejected as overload.
  await settled;
  clearInterval(heart);
  expect(stranger).toBeLessThan(await one);
  expect(longest).toBeLessThan(500);
}, 120_000);
