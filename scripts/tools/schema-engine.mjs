#!/usr/bin/env node
// A stand-in for Prisma's native schema engine, which Prisma's CLI downloads from elsewhere: this one is an npm package
// (@prisma/schema-engine-wasm). It speaks the CLI's line-delimited JSON-RPC.
//
//   PRISMA_SCHEMA_ENGINE_BINARY=$PWD/scripts/tools/schema-engine.mjs npx prisma migrate status
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import readline from "node:readline";
import pg from "pg";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";

const CHAR = 18;
const TEXT = 25;

/** Prisma's own PostgreSQL adapter, with two fixes that migrations need. */
class MigrationAdapterFactory extends PrismaPg {
  async connect() {
    return runningScriptsWhole(knowingChar(await super.connect()));
  }

  /** Prisma's own ignores the shadow database's name if it has a connection string, and would take the real one. */
  async connectToShadowDb() {
    throw new Error("This engine has no shadow database. Write migrations with: npx tsx scripts/migration.ts NAME");
  }
}

const args = process.argv.slice(2);
const datasource = JSON.parse(valuesOf("--datasource")[0] ?? "{}");

if (args.includes("--version")) {
  console.log("schema-engine-cli 7.10.0 (npm)");
} else if (args.includes("cli")) {
  await runCommand();
} else {
  await serveRequests();
}

function valuesOf(option) {
  return args.flatMap((arg, index) => (arg === option ? [args[index + 1]] : []));
}

async function runCommand() {
  const database = decodeURIComponent(new URL(datasource.url).pathname.slice(1));
  if (args.includes("can-connect-to-database")) {
    await withClient(database, () => log("INFO", { message: "Connection successful" }));
  } else if (args.includes("create-database")) {
    await withClient("postgres", (client) => client.query(`CREATE DATABASE ${client.escapeIdentifier(database)}`));
  } else {
    fail(`Unknown command: ${args.join(" ")}`, "P9999");
  }
}

async function withClient(database, work) {
  const url = new URL(datasource.url);
  url.pathname = `/${encodeURIComponent(database)}`;
  url.searchParams.delete("schema");
  const client = new pg.Client({ connectionString: url.href, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    await work(client);
    await client.end();
  } catch (error) {
    const code = { "3D000": "P1003", "28P01": "P1000" }[error.code] ?? "P1001";
    fail(`${url.host}: ${error.message || error.code}`, code);
  }
}

/** Prisma's CLI shows the last line on stderr as the reason, and drops the first. */
function fail(message, code) {
  log("INFO", { message: "failed" });
  log("ERROR", { message, error_code: code, is_panic: false });
  process.exit(1);
}

function log(level, fields) {
  const entry = { timestamp: new Date().toISOString(), level, fields, target: "schema_engine::logger" };
  process.stderr.write(`${JSON.stringify(entry)}\n`);
}

async function serveRequests() {
  const adapters = bindMigrationAwareSqlAdapterFactory(
    new MigrationAdapterFactory({ connectionString: datasource.url, max: 4 }),
  );
  let engine;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const request = line.trim() ? JSON.parse(line) : {};
    if (!request.method) continue;
    try {
      engine ??= await openEngine(adapters);
      send({ id: request.id, result: await answer(engine, request) });
    } catch (error) {
      const cause = typeof error?.id === "number" ? adapters.errorRegistry.consumeError(error.id)?.error : error;
      const data = {
        is_panic: false,
        message: String(cause?.message ?? error),
        meta: error?.meta ?? null,
        error_code: error?.code ?? null,
      };
      send({
        id: request.id,
        error: { code: 4466, message: "An error happened. Check the data field for details.", data },
      });
    }
  }
}

async function answer(engine, { method, params }) {
  if (method === "createDatabase") return { databaseName: "" };
  if (method === "getDatabaseVersion") return engine.version(params);
  const result = (await engine[method](params)) ?? {};
  if (method !== "diff" || !result.stdout) return result;
  send({ method: "print", id: 0, params: { content: result.stdout } });
  return { ...result, stdout: null };
}

function send(message) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
}

/** Loads the engine without the package's entry, because Node cannot import .wasm without a flag. */
async function openEngine(adapters) {
  const entry = "@prisma/schema-engine-wasm/schema_engine_bg";
  const glue = await import(entry);
  const wasm = readFileSync(
    createRequire(import.meta.url)
      .resolve(entry)
      .replace(/\.js$/, ".wasm"),
  );
  const { instance } = await WebAssembly.instantiate(wasm, { "./schema_engine_bg.js": glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => fail(message, "P9999") };

  const files = valuesOf("--datamodels").map((file) => [file, readFileSync(file, "utf8")]);
  const debug = (message) => process.env.DEBUG && process.stderr.write(`${message}\n`);
  return glue.SchemaEngine.new({ datamodels: files.length ? files : undefined }, debug, adapters);
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
