import os from "node:os";
import pg from "pg";
import { PROJECT } from "./state-directory";

/** Locks between the starts of one folder, kept by the database: a killed holder loses them at once. */
export interface Locks {
  /** Runs the work while no other start does. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Holds with others, until the process ends. */
  share(name: string): Promise<void>;
  isShared(name: string): Promise<boolean>;
}

export async function openLocks(url: string): Promise<Locks> {
  const client = new pg.Client({ connectionString: url, keepAlive: true });
  client.on("error", () => undefined);
  await client.connect();
  const ask = async (call: string, name: string): Promise<boolean> => {
    const key = `pegboard ${os.hostname()} ${PROJECT} ${name}`;
    const { rows } = await client.query<{ answer: unknown }>(`SELECT ${call}(hashtextextended($1, 0)) AS answer`, [key]);
    return rows[0]?.answer === true;
  };
  return {
    async alone(name, work) {
      await ask("pg_advisory_lock", name);
      return work().finally(() => ask("pg_advisory_unlock", name));
    },
    async share(name) {
      await ask("pg_advisory_lock_shared", name);
    },
    async isShared(name) {
      const free = await ask("pg_try_advisory_lock", name);
      if (free) await ask("pg_advisory_unlock", name);
      return !free;
    },
  };
}
