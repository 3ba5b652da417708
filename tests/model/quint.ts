import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { PROJECT } from "@/lib/infra/process/project";

export const MODEL = path.join(import.meta.dirname, "ledger-and-outbox.qnt");
const QUINT = path.join(PROJECT, "node_modules/@informalsystems/quint/dist/src/cli.js");

/** A state of the model: its variables, and which action led to it with which choices. */
export interface State {
  coins: Record<string, number>;
  hasPet: Record<string, boolean>;
  ledger: { who: string; change: number; balance: number }[];
  events: Record<string, number>;
  isOn: Record<string, boolean>;
  numbers: Record<string, number>;
  deliveries: Delivery[];
  action: string;
  picks: Picks;
}

interface Delivery {
  of: string;
  number: number;
  status: "due" | "waiting" | "delivered" | "failed";
  attempts: number;
  leasedBy: string;
  /** Whether the lease has. */
  ended: boolean;
}

interface Picks {
  who: string;
  worker: string;
  amount: number;
  won: boolean;
  success: boolean;
}

/** How far the simulator goes. */
export interface Simulation {
  seed: number;
  samples: number;
  steps: number;
  /** Traces to return, of those. */
  traces?: number;
}

export interface Simulated {
  /** What Quint says of an invariant that did not hold. Null if it held. */
  violation: string | null;
  traces: State[][];
}

/** Simulates a model by Quint's own evaluator in TypeScript: the other one would have to be downloaded. */
export async function simulate(model: string, folder: string, simulation: Simulation): Promise<Simulated> {
  const { seed, samples, steps, traces = 0 } = simulation;
  const { stdout, exitCode } = await execa(
    process.execPath,
    [
      ...[QUINT, "run", "--backend", "typescript", "--invariant", "inv", "--mbt", "--verbosity", "2"],
      ...["--seed", String(seed), "--max-samples", String(samples), "--max-steps", String(steps)],
      ...["--n-traces", String(Math.max(1, traces)), "--out-itf", path.join(folder, "trace_{seq}.itf.json"), model],
    ],
    { reject: false, all: true },
  );
  if (exitCode !== 0 && !stdout.includes("[violation]")) throw new Error(`Quint failed: ${stdout}`);
  const read = (n: number) => readTrace(path.join(folder, `trace_${n}.itf.json`));
  return {
    violation: exitCode === 0 ? null : stdout,
    traces: exitCode === 0 ? Array.from({ length: traces }, (_, n) => read(n)) : [],
  };
}

function readTrace(file: string): State[] {
  const { states } = JSON.parse(fs.readFileSync(file, "utf8")) as { states: Record<string, unknown>[] };
  return states.map((state) => {
    const plain = plainOf(state) as Omit<State, "action" | "picks"> & Record<string, unknown>;
    return { ...plain, action: plain["mbt::actionTaken"] as string, picks: plain["mbt::nondetPicks"] as Picks };
  });
}

/** Turns the Informal Trace Format into plain values. */
function plainOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value !== "object" || value === null) return value;
  const fields = value as Record<string, unknown>;
  if ("#bigint" in fields) return Number(fields["#bigint"]);
  if ("#map" in fields)
    return Object.fromEntries((fields["#map"] as unknown[]).map((pair) => plainOf(pair) as [string, unknown]));
  if ("#set" in fields) return plainOf(fields["#set"]);
  if (fields.tag === "Some") return plainOf(fields.value);
  if (fields.tag === "None") return undefined;
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, plainOf(field)]));
}
