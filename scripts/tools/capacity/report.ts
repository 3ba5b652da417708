import type { Answer, Ending } from "./model";

export interface Table {
  headings: string[];
  lines: string[][];
}

export function answersTable(answers: readonly Answer[]): Table {
  const line = (what: string, of: (answer: Answer) => string) => [what, ...answers.map(of)];
  return {
    headings: ["registered people", ...answers.map(({ people }) => count(people))],
    lines: [
      line("requests a second", ({ demand }) => count(demand.requests)),
      line("transactions that write, a second", ({ demand }) => count(demand.writeTransactions)),
      line("open streams", ({ streams }) => count(streams)),
      line("webhook deliveries a second", ({ deliveries }) => count(deliveries)),
      line("cores of instances, live notifications aside", ({ webCores }) => count(webCores)),
      line("instances, and memory of each", ({ instances, instanceBytes }) =>
        Number.isFinite(instances) ? `${count(instances)} of ${bytes(instanceBytes)}` : NEVER,
      ),
      line("job processes", ({ jobProcesses }) => count(jobProcesses)),
      line("cores of the primary", ({ primaryCores }) => count(primaryCores)),
      line("replicas that read, and cores of each", ({ replicas, replicaCores }) =>
        replicas === 0 ? "0" : `${count(replicas)} of ${count(replicaCores)}`,
      ),
      line("connections held at once", ({ demand }) => count(demand.busyConnections)),
      line("connections opened", ({ openConnections, needsPgbouncer }) =>
        Number.isFinite(openConnections) ? `${count(openConnections)}${needsPgbouncer ? ", PgBouncer" : ""}` : NEVER,
      ),
      line("WAL a second", ({ demand }) => bytes(demand.walMb * 1e6)),
      line("Redis commands a second", ({ demand }) => count(demand.redisCommands)),
      line("to clients a second", ({ demand }) => bytes(demand.responseMb * 1e6)),
      line("stored after a year", ({ storedBytes }) => bytes(storedBytes)),
      line("hours until vacuum reads every table", ({ freezeHours }) => count(freezeHours)),
      line("primaries", ({ primaries }) => count(primaries)),
    ],
  };
}

/** The resources in the order in which they reach their limits. */
export function endingsTable(endings: readonly Ending[]): Table {
  return {
    headings: ["what ends", "at", "with so many registered people"],
    lines: endings.map(({ what, end, unit, people }) => [what, `${count(end)} ${unit}`, count(people)]),
  };
}

export function storedTable({ stored }: Answer, tables: number): Table {
  return {
    headings: ["table", "rows", "size", "kept"],
    lines: stored
      .slice(0, tables)
      .map(({ table, rows, bytes: size, retentionDays }) => [
        table,
        count(rows),
        bytes(size),
        retentionDays === undefined ? "always" : `${count(retentionDays)} days`,
      ]),
  };
}

export function markdown({ headings, lines }: Table): string {
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const rule = headings.map((_, column) => (column === 0 ? "---" : "--:"));
  return [headings, rule, ...lines].map(row).join("\n");
}

const NEVER = "no number";
const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

/** Rounds to two significant digits, the precision of the model. */
function count(value: number): string {
  if (!Number.isFinite(value)) return NEVER;
  return Number(value.toPrecision(2)).toLocaleString("en", { maximumFractionDigits: 10 });
}

function bytes(value: number): string {
  const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(value, 1)) / 3)));
  return `${count(value / 1000 ** unit)} ${UNITS[unit]}`;
}
