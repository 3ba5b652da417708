import fs from "node:fs";
import path from "node:path";

/**
 * Changes that other files in the same process would notice. The last ones are made once, and never undone: retention
 * would drop the databases of sandboxes during a later file, which takes a minute on a busy machine.
 */
const CHANGES_ITS_PROCESS = new RegExp(
  [
    /\bprocess\.env(\.\w+)? = /,
    /\b(assign\(|delete )process\.env/,
    /\bvi\.(mock|stubEnv|stubGlobal|resetModules)\(/,
    /\b(stampPeers|serveOutagePages|prepareSandboxes)\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);
const IMPORT = /from "(\.{1,2}\/[^"]+|@\/tests\/[^"]+)"/g;

/**
 * The fast test files below these folders of `tests` that replace modules or set variables, themselves or through test
 * code that they import, as paths relative to the project.
 */
export function filesThatChangeTheirProcess(tests: string, folders: readonly string[]): string[] {
  const known = new Map<string, boolean>();
  const changes = (file: string): boolean => {
    const source = fs.readFileSync(file, "utf8");
    return CHANGES_ITS_PROCESS.test(source) || importsOf(file, source).some(isKnownToChange);
  };
  const isKnownToChange = (file: string): boolean => {
    // Set to false first, because modules may import each other.
    if (!known.has(file)) known.set(file, false).set(file, changes(file));
    return known.get(file) ?? false;
  };
  const importsOf = (file: string, source: string) =>
    [...source.matchAll(IMPORT)]
      .map(([, name = ""]) =>
        name.startsWith("@/")
          ? path.join(path.dirname(tests), `${name.slice(2)}.ts`)
          : path.resolve(path.dirname(file), `${name}.ts`),
      )
      .filter((name) => fs.existsSync(name));
  return folders
    .flatMap((folder) =>
      fs.readdirSync(path.join(tests, folder), { recursive: true }).map((name) => path.join(folder, String(name))),
    )
    .filter((file) => /(?<!\.slow)\.test\.tsx?$/.test(file) && changes(path.join(tests, file)))
    .map((file) => `tests/${file}`);
}
