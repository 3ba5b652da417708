import { readFileSync } from "node:fs";
import path from "node:path";
import { version } from "@/package.json";

interface Parts {
  client: Record<string, string>;
  readme: string;
}

/** Returns the files of the Composer package, which also loads without Composer. */
export function composerPackage(siteUrl: string, { client, readme }: Parts): Record<string, string> {
  const files = {
    "composer.json": `${JSON.stringify(manifest(siteUrl), null, 4)}\n`,
    "README.md": readme,
    LICENSE: readFileSync(path.join(process.cwd(), "LICENSE"), "utf8"),
    "autoload.php": readFileSync(path.join(import.meta.dirname, "autoload.php"), "utf8"),
    ...client,
  };
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [`pegboard/${name}`, text]));
}

const manifest = (siteUrl: string) => ({
  name: "pegboard/pegboard",
  version,
  description: "The typed client of the Pegboard API",
  license: "MIT",
  homepage: siteUrl,
  require: { php: ">=8.1", "ext-openssl": "*" },
  autoload: { "psr-4": { "Pegboard\\": "src/" } },
});
