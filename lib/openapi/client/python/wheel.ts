import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { version } from "@/package.json";

const METADATA = `pegboard-${version}.dist-info`;

interface Parts {
  client: string;
  readme: string;
}

/** Returns the files of the wheel, without the record of them. */
export function wheelFiles(siteUrl: string, { client, readme }: Parts): Record<string, string> {
  const metadata = [
    "Metadata-Version: 2.1",
    "Name: pegboard",
    `Version: ${version}`,
    "Summary: The typed client of the Pegboard API",
    `Home-page: ${siteUrl}`,
    "License: MIT",
    "Requires-Python: >=3.9",
    "Description-Content-Type: text/markdown",
  ];
  return {
    "pegboard/__init__.py": client,
    // Says that the module has types.
    "pegboard/py.typed": "",
    [`${METADATA}/METADATA`]: `${metadata.join("\n")}\n\n${readme}`,
    [`${METADATA}/WHEEL`]: "Wheel-Version: 1.0\nGenerator: pegboard\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    [`${METADATA}/LICENSE`]: readFileSync(path.join(process.cwd(), "LICENSE"), "utf8"),
  };
}

/** Returns the files with the record that a wheel has of them: their hashes are those of this deployment. */
export function recorded(files: Record<string, string>): Record<string, string> {
  const name = `${METADATA}/RECORD`;
  const lines = Object.entries(files).map(([file, text]) => {
    const hash = createHash("sha256").update(text).digest("base64url");
    return `${file},sha256=${hash},${Buffer.byteLength(text)}`;
  });
  return { ...files, [name]: `${[...lines, `${name},,`].join("\n")}\n` };
}
