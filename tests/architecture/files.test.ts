import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./imports";
import { codeFiles } from "./sources";

const files = sourceFiles();

test("file names are lower case with dashes", () => {
  const strays = files.filter((file) => !/^(route|[a-z0-9]+(-[a-z0-9]+)*)(\.d)?\.tsx?$/.test(path.basename(file)));
  expect(strays, "Rename them: invite-code.ts").toEqual([]);
});

test("no file has a catch-all name such as utils", () => {
  const catchAll = /(^|\/)(utils?|helpers?|common|misc|shared|types|constants|lib)(\/|\.tsx?$)/;
  const strays = files.filter((file) => catchAll.test(file.replace(/^lib\//, "")));
  expect(strays, "Name it after the noun of the field that it is about").toEqual([]);
});

test("no folder has a barrel file, so imports name the defining module", () => {
  // The two lists of all operations: the public API, in the order of the documentation, and session routes.
  const lists = ["lib/api/v1/index.ts", "lib/api/session/index.ts"];
  const strays = files.filter((file) => path.basename(file) === "index.ts" && !lists.includes(file));
  expect(strays, "Import from the file that holds it").toEqual([]);
});

test("no key press is compared bare, because input methods press Enter and Escape as well", () => {
  const strays = files.filter(
    (file) =>
      /^(app|components|lib\/client)\//.test(file) &&
      file !== "lib/client/key-press.ts" &&
      /\bkey [!=]== "(Enter|Escape)"|\bkeyCode\b|\bisComposing\b/.test(fs.readFileSync(file, "utf8")),
  );
  expect(strays, 'Ask isKey(event, "Enter") of lib/client/key-press.ts').toEqual([]);
});

test("URLs are parsed by parseUrl, since URL.canParse of Node.js 20 fails once it is compiled", () => {
  // Read configuration and command lines a few times, or only ASCII.
  const UNAFFECTED =
    /^lib\/(cli\/|http\/response\/image-sources|infra\/environment\/|mcp\/|server\/entry\/request-target)/;
  const strays = files.filter(
    (file) =>
      /^(app|lib)\//.test(file) && !UNAFFECTED.test(file) && /URL\.canParse\(/.test(fs.readFileSync(file, "utf8")),
  );
  expect(strays, "Call parseUrl of lib/domain/kernel/text/parse-url.mjs").toEqual([]);
});

test("every SQL statement has a name", () => {
  const product = codeFiles().filter((file) => !file.startsWith("tests/"));
  const strays = product.filter((file) => /\$(query|execute)Raw/.test(fs.readFileSync(file, "utf8")));
  expect(strays, 'Call read or write of lib/domain/kernel/context.ts: read<Row>(ctx, "posts.one")`…`').toEqual([]);
});

test("every staff page checks the role itself, because Next may render it without its layout", () => {
  const roles = { admin: "Admin", moderation: "Moderator" };
  const pages = Object.entries(roles).flatMap(([folder, role]) =>
    files
      .filter((file) => file.startsWith(`app/(site)/${folder}/`) && file.endsWith("/page.tsx"))
      .map((file) => ({ file, role })),
  );
  expect(pages.length).toBeGreaterThan(8);
  const strays = pages.filter(({ file, role }) => {
    const source = fs.readFileSync(file, "utf8");
    return !source.includes(`await require${role}Page(`) && !source.includes("permanentRedirect(");
  });
  expect(strays, "Get its context from lib/auth/require.ts").toEqual([]);
});

test("no layout below the root sets a title, which would lose or duplicate the site's name", () => {
  const layouts = files.filter((file) => file.startsWith("app/(site)/") && file.endsWith("/layout.tsx"));
  expect(layouts.length).toBeGreaterThan(4);
  const titled = /metadata: Metadata = \{\s*title:|title: \{ default:/;
  const strays = layouts.filter((file) => titled.test(fs.readFileSync(file, "utf8")));
  expect(strays, "Title each page, or use { absolute, template }").toEqual([]);
});

test("no test helper registers hooks on import, because a process evaluates it once for many files", () => {
  const modules = testModules(["app", "lib", "prisma", "upgrades"]);
  expect(modules.length).toBeGreaterThan(30);
  const strays = modules.filter((file) => /^(before|after)(Each|All)\(/m.test(fs.readFileSync(file, "utf8")));
  expect(strays, "Export a function that registers them, as setUpMail() does").toEqual([]);
});

test("every slow test file begins with the reason", () => {
  const slow = testFiles().filter((file) => file.includes(".slow."));
  expect(slow.length).toBeGreaterThan(20);
  const strays = slow.filter((file) => !/^\/\/ Slow: .+\.\n/.test(fs.readFileSync(file, "utf8")));
  expect(strays, "Begin it with // Slow: and why npm test leaves it out").toEqual([]);
});

function testModules(folders: string[]): string[] {
  return testFiles().filter(
    (file) => !file.includes(".test.") && folders.some((name) => file.startsWith(`tests/${name}/`)),
  );
}

function testFiles(): string[] {
  return fs
    .readdirSync("tests", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `tests/${name}`);
}

test("promises that are expected to reject are handled at once, because an unhandled rejection fails the run", () => {
  const waiting = /for \(const [^)]* of [^)]*\) (?:\{\s*)?(?:await )?expect\(\w+\)\.rejects/;
  const strays = testFiles().filter((file) => waiting.test(fs.readFileSync(file, "utf8")));
  expect(strays, "Use expectAllRejected() of tests/support/rejections.ts").toEqual([]);
});
