import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";

export interface Statement {
  text: string;
  values: unknown[];
}

const acting = new AsyncLocalStorage<Statement[]>();

/** The statements that `act` sends to PostgreSQL, through any client, without those of concurrent background work. */
export async function statementsOf(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (this: pg.Client, ...args: Parameters<typeof query>) {
    const [config, values] = args as unknown as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
    acting
      .getStore()
      ?.push(
        typeof config === "string"
          ? { text: config, values: Array.isArray(values) ? values : [] }
          : { text: config.text, values: config.values ?? [] },
      );
    return query.apply(this, args);
  } as typeof query;
  try {
    await acting.run(statements, act);
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}
