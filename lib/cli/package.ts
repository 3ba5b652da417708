import { readFileSync } from "node:fs";
import generatedCommands from "@/lib/generated/commands";
import type { CommandGroup } from "@/lib/openapi/commands";

/** The package's own description, which stands beside the bundle. `homepage` is the deployment it was built for. */
export const PACKAGE = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8")) as {
  version: string;
  homepage: string;
};

/** All operations of the API, as commands. */
export const GROUPS = JSON.parse(generatedCommands(PACKAGE.homepage)) as CommandGroup[];
