import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "@/tests/support/temporary-folder";

test("tags each version of the changelog at the last commit that it headed, with its notes, and once", () => {
  const folder = temporaryFolder();
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: "utf8", env: { ...process.env, ...AUTHOR } });
  const commit = (changelog: string) => {
    fs.writeFileSync(path.join(folder, "CHANGELOG.md"), changelog);
    run("git", "add", "CHANGELOG.md");
    run("git", "commit", "--quiet", "--message", "docs: the changelog");
    return run("git", "rev-parse", "HEAD").trim();
  };
  const release = () => run(process.execPath, "--import", TSX, path.resolve("scripts/release.ts"));
  run("git", "init", "--quiet");
  commit("# Changelog\n\n## 1.0.0\n\n- Nothing yet.\n");
  const first = commit("# Changelog\n\n## 1.0.0\n\n- The first.\n");
  const second = commit("# Changelog\n\n## 1.1.0\n\n### Added\n\n- More.\n\n## 1.0.0\n\n- The first.\n");
  commit("# Changelog\n\n## Unreleased\n\n- Soon.\n\n## 1.1.0\n\n### Added\n\n- More.\n\n## 1.0.0\n\n- The first.\n");
  release();
  expect(release()).toBe("");
  expect(run("git", "tag").trim().split("\n")).toEqual(["v1.0.0", "v1.1.0"]);
  const at = (tag: string) => run("git", "rev-list", "--max-count=1", tag).trim();
  expect([at("v1.0.0"), at("v1.1.0")]).toEqual([first, second]);
  expect(run("git", "tag", "--list", "--format=%(contents)", "v1.1.0").trim()).toBe(
    "Pegboard 1.1.0\n\n### Added\n\n- More.",
  );
});

const TSX = path.resolve("node_modules/tsx/dist/loader.mjs");
const AUTHOR = {
  GIT_AUTHOR_NAME: "Ada",
  GIT_AUTHOR_EMAIL: "ada@example.com",
  GIT_COMMITTER_NAME: "Ada",
  GIT_COMMITTER_EMAIL: "ada@example.com",
};
