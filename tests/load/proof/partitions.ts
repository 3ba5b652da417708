import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import pg from "pg";
import { newPartition, PARTITIONED_TABLES, partitionStarts } from "@/lib/domain/deployment/partitions/rules";
import { quoted } from "@/lib/infra/database/sql";
import { bundledMigrations, migrate } from "@/scripts/tools/migrate";
import { UserError } from "@/scripts/tools/terminal";
import { type OwnPostgres, startOwnPostgres } from "@/tests/support/own-postgres";
import { table } from "../bench/table";
import { compareCosts, type Cost } from "../partitions/costs";
import { rehearseMove } from "../partitions/move";
import type { Dropped, Stock } from "../partitions/retention";
import { EVENTS_EACH, fillEvents } from "../partitions/rows";
import { progressLine } from "../progress";
import { buildIfStale } from "../test-build";
import { ownVariables } from "../variables";

const FEW = 100_000;
const MANY = 20_000_000;
const MOVED = 10_000_000;
/** The migrations that turn each table into a partition. */
const isOfMove = (migration: string) => migration >= "20261126125005" && migration < "20261126125010";
const MOST_COST = 1.15;
const MOST_SECONDS = 10;
/** Bytes per row after retention, as a multiple of those before. */
const MOST_BLOAT = 1.05;

/**
 * Events and deliveries in partitions cost the same with twenty million events as with a hundred thousand; half of them
 * are dropped in seconds, without leaving bloat. Ten million in the tables of the previous release become a partition
 * while its server runs, and no query waits for a table for longer than 200 ms.
 */
export async function prove(): Promise<void> {
  await buildIfStale();
  const server = await startOwnPostgres();
  try {
    const few = await filled(server, "few", FEW);
    const many = await filled(server, "many", MANY);
    // Migrations after the move are applied already, because today's acts, which run during it, need them.
    const before = await filled(server, "before", MOVED, { isMoved: false });
    const costs = await compareCosts([
      { name: "100,000", url: few },
      { name: "20,000,000", url: many },
    ]);
    const problems = [...problemsOfCosts(costs), ...problemsOfRetention(await dropHalf(many))];
    problems.push(...(await rehearseMove(before)));
    if (problems.length > 0) throw new UserError(problems.join("\n"));
  } finally {
    await server.remove();
  }
}

/** Returns the URL of a database with that many events, in partitions or in the previous release's tables. */
async function filled(server: OwnPostgres, name: string, events: number, { isMoved = true } = {}): Promise<string> {
  const url = await server.database(name);
  await migrate(
    url,
    undefined,
    bundledMigrations().filter((migration) => isMoved || !isOfMove(migration)),
  );
  console.log(
    `\n  ${events.toLocaleString("en")} events of ${(events / EVENTS_EACH).toLocaleString("en")} accounts, every fourth delivered`,
  );
  if (isMoved) await makePast(url);
  await fillEvents(url, events, progressLine());
  return url;
}

/** Creates the partitions of the inserted rows, as time would. */
async function makePast(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const partitioned of PARTITIONED_TABLES)
    for (const start of partitionStarts(partitioned, new Date())) {
      const { name, bounds, options } = newPartition(partitioned, start);
      const parent = quoted(partitioned.name).sql;
      await client.query(`CREATE TABLE ${name.sql} PARTITION OF ${parent} ${bounds.sql}${options.sql}`);
    }
  await client.end();
}

function problemsOfCosts(costs: Cost[]): string[] {
  const text = (ratio: number) => ratio.toFixed(2);
  table(
    ["with 20,000,000, as a multiple of 100,000", "time", "PostgreSQL's processor time"],
    costs.map(({ act, wall, processor }) => [act, text(wall), text(processor)]),
  );
  return costs
    .filter(({ wall, processor }) => Math.max(wall, processor) > MOST_COST)
    .map(
      ({ act, wall, processor }) => `${act} takes ${text(wall)} times as long, ${text(processor)} on the processor.`,
    );
}

async function dropHalf(url: string): Promise<Dropped> {
  const child = fork(path.join(import.meta.dirname, "../partitions/retention.ts"), {
    env: ownVariables(url) as NodeJS.ProcessEnv,
  });
  const [dropped] = (await once(child, "message")) as [Dropped];
  return dropped;
}

function problemsOfRetention({ before, after, seconds }: Dropped): string[] {
  const figure = (value: number) => Math.round(value).toLocaleString("en");
  table(
    ["retention", "rows before", "after", "MB before", "after", "dead rows"],
    Object.entries(before).map(([name, stock]) => {
      const left = after[name]!;
      return [
        name,
        figure(stock.rows),
        figure(left.rows),
        ...[stock, left].map(({ bytes }) => figure(bytes / 1e6)),
        figure(left.deadRows),
      ];
    }),
  );
  console.log(`  in ${seconds.toFixed(2)} s`);
  const bytesOf = ({ rows, bytes }: Stock) => bytes / rows;
  return [
    ...(seconds > MOST_SECONDS ? [`Retention took ${seconds.toFixed(1)} s.`] : []),
    ...Object.entries(after).flatMap(([name, stock]) => [
      ...(stock.rows > 0.7 * before[name]!.rows ? [`${name} has ${figure(stock.rows)} rows after retention.`] : []),
      ...(bytesOf(stock) > MOST_BLOAT * bytesOf(before[name]!)
        ? [`${name} has free space in it after retention.`]
        : []),
    ]),
  ];
}
