import fs from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Build, Builds } from "@/scripts/tools/builds";
import { temporaryFolder } from "@/tests/support/temporary-folder";

let project: string;
const held: Build[] = [];
beforeEach(() => void (project = temporaryFolder()));
afterEach(() => {
  for (const build of held.splice(0)) build.release();
});

/** Another process on the same folder. */
const builds = () => new Builds(project);
let finishedAt = Date.now();

function make(fingerprint: string): string {
  const claimed = builds().claim();
  fs.mkdirSync(path.join(project, claimed.directory), { recursive: true });
  claimed.finish(fingerprint);
  // In the order of their making, though it takes no time here.
  finishedAt += 1000;
  fs.utimesSync(path.join(project, claimed.directory, "pegboard-sources"), finishedAt / 1000, finishedAt / 1000);
  claimed.release();
  return claimed.directory;
}

function open(fingerprint: string): string | undefined {
  const build = builds().open(fingerprint);
  if (build) held.push(build);
  return build?.directory;
}

/** As when its holder was killed long ago. */
function expireLeases(): void {
  const folder = path.join(project, ".next-builds");
  for (const name of fs.readdirSync(folder).filter((name) => /[a-z]/.test(name)))
    fs.utimesSync(path.join(folder, name), 0, 0);
}

test("a server finds the build of its sources, and no other", () => {
  expect(open("a")).toBeUndefined();
  const first = make("a");
  expect(open("a")).toBe(first);
  expect(open("b")).toBeUndefined();
});

test("nobody builds over what a server runs from, nor over the newest", () => {
  const first = make("a");
  expect(open("a")).toBe(first);
  const second = make("b");
  const third = make("c");
  expect(new Set([first, second, third]).size).toBe(3);
  expect(open("a")).toBe(first);
});

test("there are no more folders than are in use, and one to build into", () => {
  for (let n = 0; n < 10; n += 1) make(String(n));
  expect(fs.readdirSync(path.join(project, ".next-builds")).toSorted()).toEqual(["1", "2"]);
  expect(builds().newest()).toBe(".next-builds/2");
});

test("two that build at once have a folder each", () => {
  const [one, two] = [builds().claim(), builds().claim()];
  held.push(one, two);
  expect(one.directory).not.toBe(two.directory);
});

test("a build that was killed is no build, and its folder is taken over", () => {
  const killed = builds().claim();
  fs.mkdirSync(path.join(project, killed.directory), { recursive: true });
  expect(builds().newest()).toBeUndefined();
  expireLeases();
  expect(make("a")).toBe(killed.directory);
  killed.release();
});

test("what a killed server ran from is built over once its lease has expired", () => {
  const first = make("a");
  open("a");
  make("b");
  expireLeases();
  expect(make("c")).toBe(first);
  expect(open("a")).toBeUndefined();
});
