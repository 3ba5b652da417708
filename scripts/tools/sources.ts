import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { PROJECT } from "@/lib/infra/process/project";

const FOLDERS = ["app", "components", "lib", "public", "prisma/schema"];
/** The scripts that run before and after Next's own build. */
const BUILD_STEPS = ["generate-openapi.ts", "tools/static-files.ts"].map((name) => path.join("scripts", name));
/** Guides, some of which are pages of a deployment. */
const GUIDES = /^docs\/[^/]+\.md$/;
const GENERATED = [path.join("lib", "infra", "prisma"), path.join("lib", "generated")];
const ROOT_FILES = /^(package-lock\.json|tsconfig(\.build)?\.json|[^.]+(\.config)?\.(ts|js|mjs))$/;
/** Configuration files that only affect checks. */
const CHECKS = /^(playwright|prettier|vitest)\.config\./;
/** Variables that Next inlines into the build. */
const INLINED = /^NEXT_PUBLIC_/;

/** A hash that changes whenever a build would have a different result, of 20 characters. */
export function sourcesHash(environment: Record<string, string | undefined>): string {
  const hash = createHash("sha256").update(process.versions.node);
  const files = [
    ...fs.readdirSync(PROJECT).filter((name) => ROOT_FILES.test(name) && !CHECKS.test(name)),
    ...FOLDERS.flatMap(filesBelow),
    ...BUILD_STEPS,
    ...filesBelow("docs").filter((file) => GUIDES.test(file)),
    "LICENSE",
  ];
  for (const file of files.sort()) hash.update(`\0${file}\0`).update(fs.readFileSync(path.join(PROJECT, file)));
  for (const name of Object.keys(environment)
    .filter((name) => INLINED.test(name))
    .sort())
    hash.update(`\0${name}=${environment[name]}`);
  return hash.digest("hex").slice(0, 20);
}

function filesBelow(folder: string): string[] {
  const absolute = path.join(PROJECT, folder);
  if (!fs.existsSync(absolute) || GENERATED.includes(folder)) return [];
  return fs.readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(file) : [file];
  });
}
