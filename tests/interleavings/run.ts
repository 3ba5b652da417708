import { SECOND_MS } from "@/lib/domain/kernel/durations";
import { type Context, read } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { LOCK_NOT_AVAILABLE } from "@/lib/infra/database/errors";
import { ACTS, type ActName } from "./acts";
import { violationsOf } from "./invariants";
import type { Fault } from "@/tests/support/changed-statements";
import { type Line, type Part, Schedule } from "./schedule";
import { NAMES, seededRandom, type Stage, type World } from "./world";

/** What somebody does, and the number of whom or what it is about. */
export type Doing = readonly [act: ActName, about: number];

/** One process in which a person does things one after another. Two may be the same person. */
export interface Process {
  person: number;
  doings: readonly Doing[];
}

/** Everything that decides a run: the same plan gives the same run. */
export interface Plan {
  processes: readonly Process[];
  turns: readonly number[];
  kills: readonly number[];
}

/** What a run leaves for the invariants to compare with the rows. */
export interface Run {
  world: World;
  /** How many people take part. */
  size: number;
  /** Rows that an act said to have made, with their tables. */
  made: Map<string, string>;
  /** Endpoints whose owner turned them off, or on again. */
  changedEndpoints: Set<string>;
  /** The positions of each account's events, as a reader saw them one after another. */
  read: Map<string, number[]>;
  note(table: string, id: string): void;
  touched(person: number): string;
  readOn(me: Context): Promise<void>;
  /** Notes that a worker has a delivery. */
  hold(deliveryId: string, worker: string): void;
  release(deliveryId: string): void;
  /** Deliveries that two workers had at the same time. */
  heldTwice: string[];
}

export interface Ended {
  story: Line[];
  problems: string[];
}

/** Runs a plan from the beginning of the world, and returns its story and what is wrong after it. */
export async function runPlan(stage: Stage, plan: Plan, fault?: Fault): Promise<Ended> {
  await stage.reset();
  const run = newRun(stage.world, 1 + Math.max(1, ...plan.processes.map(({ person }) => person)));
  const schedule = new Schedule(stage.monitor, { turns: plan.turns, kills: new Set(plan.kills) }, fault);
  const errors: string[] = [];
  await schedule.run(plan.processes.map((process, index) => partOf(run, index, process, schedule, errors)));
  const problems = [
    ...errors,
    ...schedule.deadlocks.map((where) => `PostgreSQL had to end a deadlock: ${where}`),
    ...(await violationsOf(stage, run)),
  ];
  return { story: schedule.story, problems };
}

function partOf(
  run: Run,
  index: number,
  { person: number, doings }: Process,
  schedule: Schedule,
  errors: string[],
): Part {
  const person = run.world.people[number]!;
  const name = `${NAMES[number]} (${index + 1})`;
  const random = seededRandom(`process ${index}`);
  return {
    name,
    async run() {
      for (const [step, [act, about]] of doings.entries()) {
        const later: (() => Promise<unknown>)[] = [];
        const now = new Date(person.now.getTime() + (1 + step * NAMES.length + index) * SECOND_MS);
        const me: Context = { ...person, now, random, afterCommit: (job) => void later.push(job) };
        schedule.tell({ actor: name, did: act });
        try {
          await ACTS[act](run, me, about);
          for (const job of later) await job();
        } catch (error) {
          if (schedule.hasDied(name)) return;
          if (!isAnswer(error)) errors.push(`${name} ${act}: ${String(error)}`);
        }
      }
    },
  };
}

/** Whether an act ended with what it documents, or is a migration that gave up waiting. */
const isAnswer = (error: unknown) =>
  error instanceof DomainError || (error as { code?: string }).code === LOCK_NOT_AVAILABLE;

function newRun(world: World, size: number): Run {
  // A worker that dies keeps what it has: its leases outlast the run.
  const holders = new Map<string, string>();
  const run: Run = {
    world,
    size,
    made: new Map(),
    changedEndpoints: new Set(),
    read: new Map(),
    heldTwice: [],
    note: (table, id) => void run.made.set(id, table),
    touched(person) {
      const id = world.endpoints[person]!;
      run.changedEndpoints.add(id);
      return id;
    },
    async readOn(me) {
      const seen = run.read.get(me.actor.id) ?? [];
      const rows = await read<{ position: number }>(me, "interleavings.readOn")`
        SELECT position::float8 FROM "Event" WHERE "userId" = ${me.actor.id} AND position > ${seen.at(-1) ?? 0}::bigint ORDER BY position`;
      run.read.set(me.actor.id, [...seen, ...rows.map(({ position }) => position)]);
    },
    hold(id, worker) {
      const other = holders.get(id);
      if (other !== undefined) run.heldTwice.push(`${worker} got ${id}, which ${other} had`);
      holders.set(id, worker);
    },
    release: (id) => void holders.delete(id),
  };
  return run;
}
