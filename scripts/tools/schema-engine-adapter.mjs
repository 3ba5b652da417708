// Prisma's own PostgreSQL adapter, with three fixes that migrations need.
import { randomUUID } from "node:crypto";
import pg from "pg";
import { PrismaPg } from "@prisma/adapter-pg";
import { ColumnTypeEnum } from "@prisma/driver-adapter-utils";

const CHAR = 18;
const TEXT = 25;

export class MigrationAdapterFactory extends PrismaPg {
  #url;
  #shadowUrl;

  constructor(url, shadowUrl) {
    super(poolConfig(url));
    this.#url = url;
    this.#shadowUrl = shadowUrl;
  }

  async connect() {
    return runningScriptsWhole(knowingChar(await super.connect()));
  }

  /** Prisma's adapter ignores its shadow database if it was given a connection string. */
  async connectToShadowDb() {
    if (this.#shadowUrl) return new MigrationAdapterFactory(this.#shadowUrl).connect();
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    const shadowUrl = new URL(this.#url);
    shadowUrl.pathname = `/${name}`;
    await this.#execute(`CREATE DATABASE "${name}"`);
    const adapter = await new MigrationAdapterFactory(shadowUrl.href).connect();
    const dispose = adapter.dispose.bind(adapter);
    adapter.dispose = async () => {
      await dispose();
      await this.#execute(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
    };
    return adapter;
  }

  async #execute(sql) {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }
}

function poolConfig(url) {
  return { connectionString: url, max: 4 };
}

/** Prisma's adapter splits a script at every semicolon, including those in function bodies and comments. */
function runningScriptsWhole(adapter) {
  adapter.executeScript = async (script) => {
    try {
      await adapter.underlyingDriver().query(script);
    } catch (error) {
      adapter.onError(error);
    }
  };
  return adapter;
}

/** Prisma's adapter rejects the catalogue's type "char", which the engine reads: asks for it as text. */
function knowingChar(queryable) {
  const charColumns = new WeakMap();
  const performIO = queryable.performIO.bind(queryable);
  const queryRaw = queryable.queryRaw.bind(queryable);
  const startTransaction = queryable.startTransaction?.bind(queryable);

  queryable.performIO = async (query) => {
    const result = await performIO(query);
    const chars = result.fields.filter((field) => field.dataTypeID === CHAR);
    charColumns.set(
      result.rows,
      chars.map((field) => result.fields.indexOf(field)),
    );
    for (const field of chars) field.dataTypeID = TEXT;
    return result;
  };
  queryable.queryRaw = async (query) => {
    const result = await queryRaw(query);
    for (const index of charColumns.get(result.rows) ?? []) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  if (startTransaction)
    queryable.startTransaction = async (...options) => knowingChar(await startTransaction(...options));
  return queryable;
}
