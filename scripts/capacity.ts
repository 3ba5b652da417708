// `npm run capacity -- --people 1000000`: the capacity that this many registered people need, and which resource runs
// out first. Takes several numbers, separated by commas. Every assumption about people and machines is a flag: --help
// lists them. --json prints everything, --markdown the tables of docs/scaling.md, and --measure records what an
// operation costs here.
import "./tools/check-node";
import { parseArgs } from "node:util";
import { z } from "zod";
import { table } from "@/tests/load/bench/table";
import { behaviour, BEHAVIOUR, type FigureName } from "./tools/capacity/behaviour";
import { type LimitName, limits, LIMITS } from "@/scripts/tools/capacity/behaviour";
import { record, recordedMeasurements } from "./tools/capacity/measurements";
import { answer, endings } from "./tools/capacity/model";
import { answersTable, endingsTable, markdown, storedTable, type Table } from "./tools/capacity/report";
import { elapsed, failWith, UserError } from "./tools/terminal";

const DEFAULT_PEOPLE = "10000,1000000,100000000";
const LARGEST_TABLES = 8;

const FIGURES = { ...BEHAVIOUR, ...LIMITS };
const FLAGS = Object.keys(FIGURES) as (FigureName | LimitName)[];
const positive = z.coerce.number().nonnegative();

try {
  const { values } = readArguments();
  if (values.help) printHelp();
  else if (values.measure) await measureHere();
  else print(values);
  process.exit(0);
} catch (error) {
  failWith(error);
}

function print({ people = DEFAULT_PEOPLE, json, markdown: asMarkdown, ...flags }: Values): void {
  const changes = changesOf(flags);
  const [of, limit, measured] = [behaviour(changes), limits(changes), recordedMeasurements()];
  const answers = people.split(",").map((number) => answer(numberOf("people", number), of, measured, limit));
  const ends = endings(of, measured, limit);
  if (json) return console.log(JSON.stringify({ behaviour: of, limits: limit, answers, endings: ends }, undefined, 2));
  const show = asMarkdown
    ? (shown: Table) => console.log(`${markdown(shown)}\n`)
    : ({ headings, lines }: Table) => table(headings, lines);
  show(answersTable(answers));
  show(endingsTable(ends));
  if (!asMarkdown) for (const each of answers) show(storedTable(each, LARGEST_TABLES));
}

function printHelp(): void {
  table(
    ["flag", "is", ""],
    FLAGS.map((name) => [`--${kebab(name)}`, String(FIGURES[name].value), FIGURES[name].what]),
  );
}

async function measureHere(): Promise<void> {
  // Loaded on demand, because the model itself needs neither database nor server.
  const { measure } = await import("@/tests/load/capacity/measure");
  record(await measure());
  console.log(`  Recorded after ${elapsed().trim()}.`);
}

type Values = Awaited<ReturnType<typeof readArguments>>["values"];

function readArguments() {
  const figures = Object.fromEntries(FLAGS.map((name) => [kebab(name), { type: "string" }] as const));
  try {
    return parseArgs({
      options: {
        people: { type: "string" },
        json: { type: "boolean" },
        markdown: { type: "boolean" },
        measure: { type: "boolean" },
        help: { type: "boolean" },
        ...figures,
      },
    });
  } catch (error) {
    return failWith(new UserError(`${(error as Error).message}\n--help lists the flags.`));
  }
}

function changesOf(
  flags: Record<string, string | boolean | undefined>,
): Partial<Record<FigureName | LimitName, number>> {
  const given = FLAGS.flatMap((name) => {
    const value = flags[kebab(name)];
    return typeof value === "string" ? [[name, numberOf(kebab(name), value)]] : [];
  });
  return Object.fromEntries(given) as Partial<Record<FigureName | LimitName, number>>;
}

function numberOf(flag: string, text: string): number {
  const read = positive.safeParse(text);
  if (!read.success || text.trim() === "") throw new UserError(`--${flag} takes a number, not ${text}.`);
  return read.data;
}

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
