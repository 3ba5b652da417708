import pg from "pg";
import { issueKey } from "@/lib/domain/accounts/keys/commands";
import { SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import type { Context } from "@/lib/domain/kernel/context";
import { env, readEnv } from "@/lib/infra/environment/env";
import { end, open } from "@/lib/infra/database/open";
import { BoundedPool } from "@/lib/infra/database/pool";
import { register } from "@/tests/lib/domain/consequences/webhooks/owner";
import { grant } from "@/tests/lib/domain/play/coins/books";
import { exchangeDatabase } from "@/tests/support/exchanged-database";
import { newPerson } from "@/tests/support/people";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { type PostgresProxy, startPostgresProxy } from "./proxy";

/** How many connections the product has. */
export const CONNECTIONS = 3;

/** The product on a database behind the proxy, and two people. */
export interface Stage {
  proxy: PostgresProxy;
  /** A connection past the proxy, which tells what is true. */
  monitor: pg.Client;
  /** Who acts: in the API with a key, on the site with a cookie. An endpoint of theirs wants every event. */
  ada: Context;
  key: string;
  cookie: string;
  /** Whose posts they are. */
  ben: Context;
  /** Resolves once the server has ended all that the product has left to it. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

const LIMITS = Object.fromEntries(
  ["V1_FREE", "BET", "WRITE_HOURLY", "WRITE_POSTS", "WRITE_COMMENTS", "WRITE_MARKS", "WRITE_COINS"].map((name) => [
    `RATE_LIMIT_${name}`,
    "1000000/60",
  ]),
);

export async function openStage(): Promise<Stage> {
  Object.assign(env(), readEnv({ ...process.env, ...LIMITS, LOG_LEVEL: "silent" }));
  const { url } = env().database;
  const proxy = await startPostgresProxy(url);
  const settings = { ...env().database, url: proxy.url, poolMax: CONNECTIONS };
  const database = open(new BoundedPool(settings, { idleTimeoutMillis: 0 }));
  const giveBack = exchangeDatabase(database);
  const monitor = new pg.Client({ connectionString: url });
  await monitor.connect();
  const [ada, ben] = [await newPerson(), await newPerson()];
  await grant(ada, 1_000_000);
  await register(ada, "http://127.0.0.1:9/");
  const { key } = await issueKey(ada, { name: "key", scopes: [...SCOPE_NAMES], expiresInDays: null });
  const cookie = await sessionCookieOf(ada, 100_000);
  return {
    proxy,
    monitor,
    ada,
    key,
    cookie,
    ben,
    settle: () => proxy.settle(() => database.pool.totalCount),
    async close() {
      giveBack();
      await end(database);
      await monitor.end();
      await proxy.close();
    },
  };
}
