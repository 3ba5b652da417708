import fs from "node:fs";
import { describe, expect, test } from "vitest";
import { type Import, importsOf, sourceFiles } from "./imports";
import { BROWSER_LAYERS, FRAMEWORK, FRAMEWORK_ADAPTERS, FRAMEWORK_FREE, LAYERS, SERVER_ONLY } from "./layers";

const files = sourceFiles();
const byFile = new Map(files.map((file) => [file, importsOf(file)]));
const imports = [...byFile.values()].flat();

const WAYS_OUT =
  "Move what both need to the one that the other may know, pass it in, or move an act that has an event to the " +
  "module above (docs/recipes.md#an-event)";

describe("imports", () => {
  test("follow the layers of docs/architecture.md", () => {
    const strays = imports.filter(isOurs).flatMap(({ from, to, typeOnly }) => {
      const layer = LAYERS.find(({ path }) => from.startsWith(path));
      if (!layer) return [`${from}: this file belongs to no layer of tests/architecture/layers.ts.`];
      const allowedHere = [...layer.mayImport, ...((typeOnly && layer.mayImportTypes) || [])];
      if (allowedHere.some((allowed) => to === allowed || to.startsWith(allowed) || `${to}/` === allowed)) return [];
      return [`${from} imports ${to}. ${layer.path} may import ${layer.mayImport.join(", ")}. ${layer.instead}`];
    });
    expect(strays).toEqual([]);
  });

  test("are allowed only from layers and modules that exist", () => {
    const named = LAYERS.flatMap(({ path, mayImport, mayImportTypes = [] }) => [path, ...mayImport, ...mayImportTypes]);
    const strays = [...new Set(named)].filter(
      (name) => !["", ".ts", ".tsx", ".mjs"].some((ending) => fs.existsSync(name + ending)),
    );
    expect(strays, "It was moved or removed: name what there is now").toEqual([]);
  });

  test("of browser code never lead to server code", () => {
    const strays = files
      .filter((file) => BROWSER_LAYERS.some((layer) => file.startsWith(layer)))
      .flatMap((file) => {
        const chain = importChain(SERVER_ONLY, file);
        return chain
          ? [
              `${chain.join(" → ")}. What a component imports reaches the browser: move the pure part to a file of its own, or import its types alone.`,
            ]
          : [];
      });
    expect(strays).toEqual([]);
  });

  test("of pages and routes never lead to the generators or the TypeScript compiler", () => {
    const strays = files
      .filter((file) => file.startsWith("app/"))
      .flatMap((file) => {
        const chain = importChain(/^(typescript$|lib\/openapi\/generated-files$)/, file);
        return chain ? [`${chain.join(" → ")}. Read what scripts/generate-openapi.ts wrote (lib/generated).`] : [];
      });
    expect(strays).toEqual([]);
  });

  test("keep Next and React out of framework-free layers", () => {
    const strays = imports
      .filter(
        ({ from, to, typeOnly }) =>
          !typeOnly &&
          FRAMEWORK.test(to) &&
          FRAMEWORK_FREE.some((layer) => from.startsWith(layer)) &&
          !FRAMEWORK_ADAPTERS.includes(from),
      )
      .map(
        ({ from, to }) =>
          `${from} imports ${to}. Only app, components, lib/auth and ${FRAMEWORK_ADAPTERS.join(" and ")} know Next and React.`,
      );
    expect(strays).toEqual([]);
    expect(
      importChain(FRAMEWORK, "lib/api/routes.ts"),
      "What is mounted without Next leads to nothing of it",
    ).toBeUndefined();
  });

  test("of files lead nowhere back, not even lazily or by types alone", () => {
    const next = (file: string) => byFile.get(file)!.flatMap(({ to }) => sourceOf(to) ?? []);
    const circles = files.flatMap((file) => {
      const circle = cycleThrough(file, next);
      return circle && circle.toSorted()[0] === file ? [circle.join(" → ")] : [];
    });
    expect(circles, "Give what both need a file of its own").toEqual([]);
  });

  test("across folders begin with @/, so that a file can be moved without changing its imports", () => {
    const strays = imports
      .filter(({ written }) => /^\.\.\/|^\.\/.+\//.test(written))
      .map(({ from, written, to }) => `${from} imports ${written}: write @/${to}.`);
    expect(strays).toEqual([]);
  });
});

describe("the modules of the domain", () => {
  const edges = imports.flatMap(({ from, to, typeOnly }) => {
    const [here, there] = [moduleOf(from), moduleOf(to)];
    return here && there && here !== there ? [{ here, there, from, to, typeOnly }] : [];
  });
  /**
   * Files that lead to no database (rules, schemas, catalogues) contain facts that any module may read; only cycles
   * among acts count.
   */
  const acts = edges.filter(({ to, typeOnly }) => !typeOnly && importChain(/^lib\/infra\//, `${to}.ts`));
  const importedBy = (name: string) => acts.filter(({ here }) => here === name);

  test("import one another without cycles", () => {
    const cycles = [...new Set(acts.map(({ here }) => here))].flatMap((start) => {
      const cycle = cycleThrough(start, (name) => [...new Set(importedBy(name).map(({ there }) => there))]);
      if (!cycle || cycle.toSorted()[0] !== start) return [];
      const steps = cycle
        .slice(1)
        .map((there, index) => importedBy(cycle[index]!).find((edge) => edge.there === there));
      return [`${cycle.join(" → ")}: ${steps.map((edge) => `${edge?.from} imports ${edge?.to}`).join(", ")}`];
    });
    expect(cycles, WAYS_OUT).toEqual([]);
  });

  test("that react to acts (progression, notifications, webhooks) import no module of acts", () => {
    const causes = ["play/progression", "consequences/notifications", "consequences/webhooks"];
    const resources = ["people/graph", "play/coins", ...modulesOf("writing")];
    const strays = edges
      .filter(({ here, there }) => causes.includes(here) && resources.includes(there))
      .map(
        ({ from, to }) =>
          `${from} imports ${to}: let the event carry what this needs to know of it (lib/domain/consequences/events/reactions.ts).`,
      );
    expect(strays).toEqual([]);
  });
});

function isOurs({ to }: Import): boolean {
  return /^(app|components|lib)(\/|$)/.test(to);
}

function moduleOf(file: string): string | undefined {
  return /^lib\/domain\/(kernel|[^/]+\/[^/]+)\//.exec(file)?.[1];
}

/** The chain of imports that ends at a match of the pattern, if any. Ignores type-only imports. */
function importChain(pattern: RegExp, file: string, seen = new Set<string>()): string[] | undefined {
  if (seen.has(file)) return undefined;
  seen.add(file);
  for (const { to, typeOnly } of byFile.get(file) ?? []) {
    if (typeOnly) continue;
    if (pattern.test(to)) return [file, to];
    const next = sourceOf(to);
    const chain = next && importChain(pattern, next, seen);
    if (chain) return [file, ...chain];
  }
  return undefined;
}

/** The file of an import's target; undefined for a package, and for what is no source. */
function sourceOf(to: string): string | undefined {
  return [`${to}.ts`, `${to}.tsx`, to].find((candidate) => byFile.has(candidate));
}

function modulesOf(area: string): string[] {
  return fs.readdirSync(`lib/domain/${area}`).map((name) => `${area}/${name}`);
}

function cycleThrough(start: string, next: (name: string) => string[]): string[] | undefined {
  const seen = new Set<string>();
  const search = (path: string[]): string[] | undefined => {
    for (const name of next(path.at(-1) ?? start)) {
      if (name === start) return [...path, start];
      if (seen.has(name)) continue;
      seen.add(name);
      const cycle = search([...path, name]);
      if (cycle) return cycle;
    }
    return undefined;
  };
  return search([start]);
}
