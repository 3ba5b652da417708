import { expect, test } from "vitest";
import {
  isShuttingDown,
  onShutdown,
  onShutdownEnd,
  runLastShutdownHooks,
  runShutdownHooks,
} from "@/lib/infra/process/shutdown";

test("the last hooks run after all others, and see what these have recorded", async () => {
  const done: string[] = [];
  onShutdownEnd(async () => void done.push("sent"));
  onShutdown(async () => {
    await new Promise((resolve) => setTimeout(resolve, 10));
    done.push("finished");
  });
  expect(isShuttingDown()).toBe(false);
  await runShutdownHooks();
  expect(isShuttingDown()).toBe(true);
  await runLastShutdownHooks();
  await runShutdownHooks();
  expect(done).toEqual(["finished", "sent"]);
});
