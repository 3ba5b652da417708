// Tags each released version of CHANGELOG.md that has no tag yet, with its notes as the tag's message: npm run release.
// A release is the last commit at which its version headed the file. `git push --tags` publishes the tags, and
// `gh release create vX.Y.Z --notes-from-tag` the notes.
import "./tools/check-node";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { failWith } from "./tools/terminal";

const CHANGELOG = "CHANGELOG.md";

try {
  const tags = new Set(git("tag").split("\n"));
  const commits = releaseCommits();
  for (const section of sectionsOf(fs.readFileSync(CHANGELOG, "utf8")).toReversed()) {
    const version = versionOf(section);
    const commit = version && commits.get(version);
    const name = `v${version}`;
    if (tags.has(name) || !commit) continue;
    const notes = section.slice(section.indexOf("\n")).trim();
    // Verbatim, because Git drops lines that begin with #, as headings do.
    execFileSync("git", ["tag", "--annotate", "--cleanup=verbatim", "--file=-", name, commit], {
      input: `Pegboard ${version}\n\n${notes}\n`,
    });
    console.log(`${name} ${git("rev-parse", "--short", commit)}`);
  }
} catch (error) {
  failWith(error);
}

/** The last commit at which each version headed the changelog. */
function releaseCommits(): Map<string, string> {
  const commits = new Map<string, string>();
  let last = git("rev-parse", "HEAD");
  for (const changed of git("log", "--format=%H", "-G^## ", "--", CHANGELOG).split("\n")) {
    const [newest = ""] = sectionsOf(git("show", `${changed}:${CHANGELOG}`));
    const version = versionOf(newest);
    if (version && !commits.has(version)) commits.set(version, last);
    last = `${changed}^`;
  }
  return commits;
}

/** The version of a section of the changelog; undefined for what is not released yet. */
function versionOf(section: string): string | undefined {
  return /^\d+\.\d+\.\d+/.exec(section)?.[0];
}

/** The sections of a changelog, newest first. */
function sectionsOf(changelog: string): string[] {
  return changelog.split(/^## /m).slice(1);
}

function git(...args: string[]): string {
  return execFileSync("git", args, { encoding: "utf8" }).trim();
}
