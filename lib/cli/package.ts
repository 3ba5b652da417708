import { readFileSync } from "node:fs";
import type { CommandGroup } from "@/lib/openapi/commands";

/** The package.json beside the bundle. `homepage` is the deployment that the package was built for. */
export const PACKAGE = readJson("package.json") as { version: string; homepage: string };

export const GROUPS = readJson("commands.json") as CommandGroup[];

export function valuesOf(group: string, name: string, field: string): string[] {
  const commands = GROUPS.flatMap((each) => each.commands);
  const operation = commands.find((command) => command.group === group && command.name === name);
  return operation?.flags.find((flag) => flag.field === field)?.values ?? [];
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), "utf8"));
}
