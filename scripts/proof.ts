// `npm run proof`: load and failure tests, which take too long for every test run.
// `npm run proof -- --only deliveries,plans`: some of its parts. Each part is a file of tests/load/proof that says what
// it proves.
import "./tools/check-node";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { refreshClient } from "./tools/next";
import { PROJECT } from "@/lib/infra/process/project";
import { elapsed, failWith, UserError } from "./tools/terminal";

const PROOFS = path.join(PROJECT, "tests/load/proof");
const PARTS = fs.readdirSync(PROOFS).map((file) => path.parse(file).name);

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = values.only?.split(",") ?? PARTS;

try {
  const unknown = wanted.find((name) => !PARTS.includes(name));
  if (unknown) throw new UserError(`There is no part ${unknown}: --only takes ${PARTS.join(", ")}.`);
  if (wanted.length === 1) await prove(wanted[0]!);
  else proveApart(wanted);
  process.exit(0);
} catch (error) {
  failWith(error);
}

async function prove(part: string): Promise<void> {
  console.log(`\n── ${part} ${"─".repeat(60 - part.length)}`);
  refreshClient();
  const { prove } = (await import(`../tests/load/proof/${part}`)) as { prove(): Promise<void> };
  await prove();
  console.log(`── ${part} holds, after ${elapsed().trim()}`);
}

/** Runs each part in a process of its own, with its own database and memory. */
function proveApart(parts: string[]): void {
  const failed = parts.filter(
    (part) =>
      spawnSync(process.execPath, [...process.execArgv, import.meta.filename, "--only", part], { stdio: "inherit" })
        .status !== 0,
  );
  if (failed.length > 0) throw new UserError(`Not proved: ${failed.join(", ")}`);
}
