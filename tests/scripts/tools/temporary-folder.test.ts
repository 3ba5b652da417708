import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { commandLine } from "@/lib/infra/process/processes";
import { openTemporaryFolder } from "@/scripts/tools/temporary-folder";

test("a run that leaves nothing behind has no report, and its folder is removed", async () => {
  const folder = await openTemporaryFolder();
  expect(await folder.close()).toEqual([]);
  expect(fs.existsSync(folder.path)).toBe(false);
});

test("a file that a run leaves behind is named and removed", async () => {
  const folder = await openTemporaryFolder();
  fs.mkdirSync(path.join(folder.path, "forgotten"));
  expect(await folder.close()).toEqual(["forgotten in the temporary directory"]);
  expect(fs.existsSync(folder.path)).toBe(false);
});

test("caches and a browser's own files are removed without a report", async () => {
  const folder = await openTemporaryFolder();
  for (const name of ["node-compile-cache", ".org.chromium.Chromium.8vvoL5"])
    fs.mkdirSync(path.join(folder.path, name));
  expect(await folder.close()).toEqual([]);
  expect(fs.existsSync(folder.path)).toBe(false);
});

test.runIf(process.platform === "linux")("a process that a run leaves behind is named and ended", async () => {
  const folder = await openTemporaryFolder();
  const child = spawn("sleep", ["60"], { env: { ...process.env, TMPDIR: folder.path } });
  await once(child, "spawn");
  const ended = once(child, "exit");
  expect(await folder.close({ timeoutMs: 0 })).toEqual([`process ${child.pid}: ${"sleep 60 "}`]);
  expect(await ended).toEqual([null, "SIGKILL"]);
  expect(commandLine(child.pid ?? 0)).toBe("");
});

test("the folder of a killed run is removed by the next", async () => {
  const { pid } = spawnSync("true");
  const folder = await openTemporaryFolder();
  const abandoned = folder.path.replace(`-${process.pid}-`, `-${pid}-`);
  fs.mkdirSync(abandoned);
  const next = await openTemporaryFolder();
  expect(fs.existsSync(abandoned)).toBe(false);
  expect(fs.existsSync(folder.path)).toBe(true);
  await Promise.all([folder.close(), next.close()]);
});

test("two concurrent runs both start, whichever removes the folder of a killed one", async () => {
  const { pid } = spawnSync("true");
  const abandoned = fs.mkdtempSync(path.join(os.tmpdir(), `pegboard-test-${pid}-`));
  const folders = await Promise.all([openTemporaryFolder(), openTemporaryFolder()]);
  expect(fs.existsSync(abandoned)).toBe(false);
  for (const folder of folders) expect(await folder.close()).toEqual([]);
});
