import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { API } from "@/lib/api/v1";
import { PUBLIC_EVENTS } from "@/lib/domain/events/catalog";
import { notification } from "@/lib/domain/notifications/schema";
import { filesBelow, sourceFiles } from "./imports";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "lib/queue/README.md",
  "tests/README.md",
  ...filesBelow("docs"),
].filter((file) => file.endsWith(".md"));
const texts = new Map(documents.map((file) => [file, fs.readFileSync(file, "utf8")]));

test("docs/architecture.md names every module of the domain", () => {
  const modules = fs.readdirSync("lib/domain", { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const strays = modules.filter(({ name }) => !texts.get("docs/architecture.md")?.includes(`\`${name}\``));
  expect(
    strays.map(({ name }) => name),
    'Say in its table "Modules of the domain" what they are about',
  ).toEqual([]);
});

test("docs/contract.md names every type of notification", () => {
  const strays = notification.shape.type.options.filter(
    (type) => !texts.get("docs/contract.md")?.includes(`\`${type}\``),
  );
  expect(strays, 'Add them under "Notification"').toEqual([]);
});

test("docs/contract.md names every operation of the API", () => {
  const paths = Object.values(API).flatMap((group) => Object.values(group).map(({ path }) => path));
  const named = new Set(
    [...(texts.get("docs/contract.md") ?? "").matchAll(/`(?:[A-Z]+ )?(?:\/api\/v1)?(\/[^`?]+)/g)].map(
      ([, path]) => path,
    ),
  );
  const strays = paths.filter((path) => !named.has(path.replace("/api/v1", "")));
  expect(strays, "Add a row to the table of its group").toEqual([]);
});

test("docs/contract.md names every public event", () => {
  const strays = PUBLIC_EVENTS.filter((event) => !texts.get("docs/contract.md")?.includes(`\`${event}\``));
  expect(strays, 'Add a row under "Events and deliveries"').toEqual([]);
});

test("documents name files and folders that exist", () => {
  const strays = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(NAMED_PATH)]
      .map(([, name]) => name!)
      .filter((name) => !PLACEHOLDER.test(name) && !fs.existsSync(name))
      .map((name) => `${file} names ${name}`),
  );
  expect(strays, "It was moved or renamed: say where it is now").toEqual([]);
});

test("links of documents, and those of comments to headings, lead somewhere", () => {
  const written = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(LINK)].map(([, to = "", heading = ""]) => ({
      file,
      to: to === "" ? file : path.join(path.dirname(file), to),
      heading,
    })),
  );
  const commented = sourceFiles().flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(HEADING_IN_CODE)].map(([, to = "", heading = ""]) => ({
      file,
      to,
      heading,
    })),
  );
  const strays = [...written, ...commented]
    .filter(({ to, heading }) => !fs.existsSync(to) || (heading !== "" && !headingsOf(to).includes(heading)))
    .map(({ file, to, heading }) => `${file} links ${to}${heading && `#${heading}`}`);
  expect(strays, "The file or heading has another name now").toEqual([]);
});

/** A path of the repository in backticks. */
const NAMED_PATH = /`((?:app|components|docs|lib|prisma|public|scripts|tests)\/[^`\s#]*)[`#]/g;
/** Characters in a path that is a pattern. */
const PLACEHOLDER = /[<…*{]/;
/** Links within the repository: `](docs/contract.md#posts)`, `](#posts)`. */
const LINK = /\]\((?!https?:)([^)\s#]*)(?:#([^)]*))?\)/g;
const HEADING_IN_CODE = /\b(docs\/[\w/-]+\.md)#([\w-]+)/g;

/** The anchors that GitHub gives to a document's headings. */
function headingsOf(file: string): string[] {
  return [...fs.readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}
