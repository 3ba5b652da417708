// `npm run proof`: proofs that take too long for every test run.
// `npm run proof -- --only deliveries,plans`: some of its parts. Each part is a file of tests/load/proof that says what
// it proves.
import "./tools/check-node";
import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { refreshClient } from "./tools/next";
import { elapsed, failWith, UserError } from "./tools/terminal";

const PARTS = {
  backup: () => import("@/tests/load/proof/backup"),
  capacity: () => import("@/tests/load/proof/capacity"),
  cluster: () => import("@/tests/load/proof/cluster"),
  deliveries: () => import("@/tests/load/proof/deliveries"),
  fleet: () => import("@/tests/load/proof/fleet"),
  fuzz: () => import("@/tests/load/proof/fuzz"),
  inngest: () => import("@/tests/load/proof/inngest"),
  listen: () => import("@/tests/load/proof/listen"),
  markdown: () => import("@/tests/load/proof/markdown"),
  mcp: () => import("@/tests/load/proof/mcp"),
  memory: () => import("@/tests/load/proof/memory"),
  outage: () => import("@/tests/load/proof/outage"),
  packages: () => import("@/tests/load/proof/packages"),
  pages: () => import("@/tests/load/proof/pages"),
  partitions: () => import("@/tests/load/proof/partitions"),
  plans: () => import("@/tests/load/proof/plans"),
  replicas: () => import("@/tests/load/proof/replicas"),
  safety: () => import("@/tests/load/proof/safety"),
  siege: () => import("@/tests/load/proof/siege"),
  soak: () => import("@/tests/load/proof/soak"),
  streams: () => import("@/tests/load/proof/streams"),
  upgrade: () => import("@/tests/load/proof/upgrade"),
  visibility: () => import("@/tests/load/proof/visibility"),
};
type Part = keyof typeof PARTS;

const { values } = parseArgs({ options: { only: { type: "string" } } });
const wanted = partsOf(values.only);

try {
  if (wanted.length === 1) await prove(wanted[0]);
  else proveApart(wanted);
  process.exit(0);
} catch (error) {
  failWith(error);
}

async function prove(part: Part): Promise<void> {
  console.log(`\n── ${part} ${"─".repeat(60 - part.length)}`);
  refreshClient();
  const { prove } = await PARTS[part]();
  await prove();
  console.log(`── ${part} holds, after ${elapsed().trim()}`);
}

/** Runs each part in a process of its own, with its own database and memory. */
function proveApart(parts: Part[]): void {
  const failed = parts.filter(
    (part) =>
      spawnSync(process.execPath, [...process.execArgv, import.meta.filename, "--only", part], { stdio: "inherit" })
        .status !== 0,
  );
  if (failed.length > 0) throw new UserError(`Not proved: ${failed.join(", ")}`);
}

function partsOf(only: string | undefined): [Part, ...Part[]] {
  const names = Object.keys(PARTS) as Part[];
  const chosen =
    only === undefined
      ? names
      : only
          .split(",")
          .map(
            (name) =>
              names.find((known) => known === name) ??
              failWith(new UserError(`There is no part ${name}: --only takes ${names.join(", ")}.`)),
          );
  return chosen as [Part, ...Part[]];
}
