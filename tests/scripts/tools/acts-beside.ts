import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseCodes } from "@/lib/infra/database/errors";

/** The tables that acts write to, in the order in which each act locks them. */
const MIX = [
  ["User", "Post", "Event", "Delivery", "Notification"],
  ["User", "Post", "Like", "Event", "Delivery", "Notification"],
  ["User", "Post", "Comment", "Event", "Delivery", "Notification"],
  ["User", "Profile", "LedgerEntry", "Drop", "Event"],
  ["User", "Build", "Event", "Delivery"],
  ["User", "Session"],
  ["WebhookEndpoint", "Delivery"],
  ["ApiKey"],
];
/** Longer than any wait that people should notice. PostgreSQL measures it. */
const LONGEST_WAIT_MS = 1000;
const PEOPLE = 3;

/** People who keep acting on a database, each act a transaction, until they are told to stop. */
export class ActsBeside {
  done = 0;
  /** The SQLSTATE of each act that failed: 55P03 waited too long, 40P01 was in a deadlock. */
  readonly failures: string[] = [];
  private stopping = false;
  private readonly running: Promise<void>[];

  constructor(url: string) {
    this.running = MIX.flatMap((tables) => Array.from({ length: PEOPLE }, () => this.act(url, tables)));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.running);
  }

  private async act(url: string, tables: string[]): Promise<void> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      await client.query(`SET lock_timeout = ${LONGEST_WAIT_MS}`);
      const { rows } = await client.query<{ name: string }>(
        "SELECT relname AS name FROM pg_class WHERE relname = ANY($1) AND relkind IN ('r', 'p')",
        [tables],
      );
      const existing = tables.filter((table) => rows.some(({ name }) => name === table));
      while (!this.stopping) {
        await this.once(client, existing).catch((error: unknown) => this.failures.push(databaseCodes(error).join()));
        await sleep(5 * Math.random());
      }
    } finally {
      await client.end();
    }
  }

  private async once(client: pg.Client, tables: string[]): Promise<void> {
    try {
      await client.query("BEGIN");
      for (const table of tables) await client.query(`LOCK TABLE "${table}" IN ROW EXCLUSIVE MODE`);
      await client.query("COMMIT");
      this.done += 1;
    } catch (error) {
      await client.query("ROLLBACK");
      throw error;
    }
  }
}

/** A transaction that has read the tables, as a backup or a report has, until it is released. */
export async function readAll(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_prisma%'",
  );
  await client.query("BEGIN");
  for (const { name } of rows) await client.query(`SELECT FROM "${name}" LIMIT 1`);
  return {
    release: async () => {
      await client.query("COMMIT");
      await client.end();
    },
  };
}
