import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { API } from "@/lib/api/v1";
import { SUBSCRIBABLE_EVENTS } from "@/lib/domain/consequences/events/catalog";
import { notification } from "@/lib/domain/consequences/notifications/schema";
import { filesBelow, sourceFiles } from "./imports";

const documents = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "STYLE.md",
  ...filesBelow("docs").filter((file) => file.endsWith(".md")),
  ...["lib", "tests"].flatMap(filesBelow).filter((file) => file.endsWith("/README.md")),
];
const texts = new Map(documents.map((file) => [file, fs.readFileSync(file, "utf8")]));

test("docs/architecture.md names every module of the domain", () => {
  const areas = fs.readdirSync("lib/domain");
  const modules = areas.flatMap((area) => fs.readdirSync(`lib/domain/${area}`)).map((entry) => entry.split(".")[0]!);
  const strays = [...areas, ...modules].filter((name) => !texts.get("docs/architecture.md")?.includes(`\`${name}\``));
  expect(strays, 'Say in its table "Modules of the domain" what they are about').toEqual([]);
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

test("docs/contract.md names every event that endpoints can subscribe to", () => {
  const strays = SUBSCRIBABLE_EVENTS.filter((event) => !texts.get("docs/contract.md")?.includes(`\`${event}\``));
  expect(strays, 'Add a row under "Events and deliveries"').toEqual([]);
});

test("docs/contract.md begins with links to its chapters, and to the sections of the API", () => {
  const text = texts.get("docs/contract.md")!;
  const [contents = ""] = text.split("\n## ");
  const sections = text
    .split(/^## /m)
    .slice(1)
    .flatMap((chapter) => {
      const [title = "", ...rest] = chapter.split("\n");
      const isListed = ["Public API", "Authentication"].includes(title);
      return [title, ...(isListed ? rest.flatMap((line) => /^### (.*)/.exec(line)?.[1] ?? []) : [])];
    });
  const strays = sections.filter((title) => !contents.includes(`](#${anchorOf(title)})`));
  expect(strays, "Add a link").toEqual([]);
});

test("docs/contract.md names every field that is not in camelCase", () => {
  const fields = new Set(fieldsOf(JSON.parse(fs.readFileSync("tests/contract/openapi.json", "utf8"))));
  const [, exceptions = ""] = /Fields are in camelCase, except ([^.]*)\./.exec(texts.get("docs/contract.md")!) ?? [];
  const strays = [...fields].filter((name) => /[a-z]_/.test(name) && !exceptions.includes(`\`${name}\``));
  expect(strays, 'Add them under "Conventions"').toEqual([]);
});

test("docs/dependencies.md says why each dependency is there", () => {
  const { dependencies } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { dependencies: object };
  const strays = Object.keys(dependencies)
    .filter((name) => !name.startsWith("@types/"))
    .filter((name) => ![name, name.replace(/\/.*/, "/*")].some(isNamedIn(texts.get("docs/dependencies.md")!)));
  expect(strays, "Add a row").toEqual([]);
});

test("docs/operations/monitoring.md says what to do about every alert", () => {
  const alerts = fs.readFileSync("docs/operations/alerts.yaml", "utf8").matchAll(/- alert: (\w+)/g);
  const strays = [...alerts].filter(([, name]) => !texts.get("docs/operations/monitoring.md")?.includes(`\`${name}\``));
  expect(
    strays.map(([, name]) => name),
    'Add a row to "When one fires"',
  ).toEqual([]);
});

test("docs/commands.md names every command", () => {
  const { scripts } = JSON.parse(fs.readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const strays = Object.keys(scripts).filter(
    (name) =>
      name !== "postinstall" && !new RegExp(`\`npm (run (-s )?)?${name}[\` ]`).test(texts.get("docs/commands.md")!),
  );
  expect(strays, "Add a row").toEqual([]);
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

test("documents name files that exist also by the end of their path", () => {
  const files = ["lib", "components", "app", "prisma", "scripts", "tests"]
    .flatMap(filesBelow)
    .map((file) => `/${file}`);
  const strays = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(NAMED_FILE)]
      .filter(
        ([, name]) =>
          !PLACEHOLDER.test(name!) && !fs.existsSync(name!) && !files.some((existing) => existing.endsWith(`/${name}`)),
      )
      .map(([, name]) => `${file} names ${name}`),
  );
  expect(strays, "It was moved or renamed: say where it is now").toEqual([]);
});

test("comments name files and folders that exist", () => {
  const strays = [...sourceFiles(), ...filesBelow("prisma/schema")].flatMap((file) =>
    [...fs.readFileSync(file, "utf8").matchAll(COMMENTED_PATH)]
      .filter(([, name]) => !PLACEHOLDER.test(name!) && !fs.existsSync(name!))
      .map(([, name]) => `${file} names ${name}`),
  );
  expect(strays, "It was moved or renamed: say where it is now").toEqual([]);
});

const isNamedIn = (text: string) => (name: string) => text.includes(`\`${name}\``);

/** The names of all properties that a JSON Schema declares at any depth. */
function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)];
}

/** A path of the repository in backticks. */
const NAMED_PATH = /`((?:app|components|docs|lib|prisma|public|scripts|tests)\/[^`\s#]*)[`#]/g;
/** A file in backticks that is named by the end of its path. */
const NAMED_FILE = /`((?:[\w-]+\/)*[\w.-]+\.(?:ts|tsx|mjs|prisma|sql))`/g;
/** A file of the repository in a comment. */
const COMMENTED_PATH =
  /^\s*(?:\/\/|\*|\/\*\*)[^\n]*?\b((?:app|components|docs|lib|prisma|scripts|tests)\/[\w/.[\]()-]+\.\w+)/gm;
/** Characters in a path that is a pattern. */
const PLACEHOLDER = /[<…*{]/;
/** Links within the repository: `](docs/contract.md#posts)`, `](#posts)`. */
const LINK = /\]\((?!https?:)([^)\s#]*)(?:#([^)]*))?\)/g;
const HEADING_IN_CODE = /\b(docs\/[\w/-]+\.md)#([\w-]+)/g;

/** The anchors that GitHub gives to a document's headings. */
function headingsOf(file: string): string[] {
  return [...fs.readFileSync(file, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => anchorOf(heading));
}

const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, "")
    .trim()
    .replaceAll(" ", "-");
