import fs from "node:fs";
import path from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { Builds } from "@/scripts/tools/builds";
import { temporaryFolder } from "@/tests/support/temporary-folder";

let project: string;
beforeEach(() => void (project = temporaryFolder()));

const names = () => fs.readdirSync(path.join(project, ".next-builds")).toSorted();

const hash = (letter: string) => letter.repeat(20);
const A = hash("a");
const B = hash("b");
const C = hash("c");
const D = hash("d");
const E = hash("e");

let builtAt = Date.now();
/** Builds as another process does, which has ended unless it is said to use what it built. */
async function make(sources: string, work = async () => {}): Promise<void> {
  await new Builds(project).make(sources, async (directory) => {
    const file = path.join(project, directory, "BUILD_ID");
    fs.writeFileSync(file, sources);
    // In the order of their making, though it takes no time here.
    builtAt += 1000;
    fs.utimesSync(file, builtAt / 1000, builtAt / 1000);
    await work();
  });
}

/** As when whoever used it ended long ago. */
function abandon(...hashes: string[]): void {
  for (const hash of hashes) fs.utimesSync(path.join(project, ".next-builds", hash), 0, 0);
}

test("a server finds the build of its sources, and no other", async () => {
  expect(new Builds(project).use(A)).toBeUndefined();
  await make(A);
  expect(new Builds(project).use(A)).toBe(`.next-builds/${A}`);
  expect(new Builds(project).use(B)).toBeUndefined();
});

test("never uses a build that is unfinished, failed or killed", async () => {
  await make(A, async () => {
    expect(new Builds(project).use(A)).toBeUndefined();
    expect(new Builds(project).newest()).toBeUndefined();
  });
  await expect(make(B, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  expect(names()).toEqual([A]);
  fs.mkdirSync(path.join(project, ".next-builds", `${C}-killed`));
  expect(new Builds(project).use(C)).toBeUndefined();
  expect(new Builds(project).newest()).toBe(`.next-builds/${A}`);
});

test("two concurrent builds of the same sources end with one build for both", async () => {
  await make(A, () => make(A));
  expect(names()).toEqual([A]);
  expect(new Builds(project).use(A)).toBe(`.next-builds/${A}`);
});

test("a build is kept while it is used and a while longer, then removed with what killed builds left", async () => {
  await make(A);
  await make(B);
  fs.mkdirSync(path.join(project, ".next-builds", `${C}-killed`));
  await make(D);
  expect(names()).toEqual([A, B, `${C}-killed`, D]);
  abandon(A, B, `${C}-killed`);
  new Builds(project).use(B);
  await make(E);
  expect(names()).toEqual([B, D, E]);
});

test("a build does not fail because another process removes the same unused one", async () => {
  await make(A);
  abandon(A);
  const listed = vi.spyOn(fs, "readdirSync").mockReturnValueOnce([A, B] as never);
  await make(C);
  listed.mockRestore();
  expect(names()).toEqual([C]);
});

test("the newest build is the one that finished last, not the one used last", async () => {
  await make(A);
  await make(B);
  new Builds(project).use(A);
  expect(new Builds(project).newest()).toBe(`.next-builds/${B}`);
});
