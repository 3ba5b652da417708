import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { isRunning } from "@/lib/infra/process/processes";
import { PROJECT } from "@/lib/infra/process/project";
import { fill, type Progress } from "./fill/fill";
import type { Scale } from "./scale";

export interface LoadDatabase {
  url: string;
  /** Drops the database, but leaves the server running. */
  leave(): Promise<void>;
}

/** `load_SCALE_FINGERPRINT` is kept between runs, `load_run_PID` belongs to one run. */
const FILLED = /^load_\d+_[0-9a-f]{12}$/;
const OF_RUN = /^load_run_(\d+)$/;

/**
 * A filled database, on the embedded server. Filling takes minutes and copying seconds, so the filled one is kept until
 * the migrations or its content change.
 */
export async function openLoadDatabase(scale: Scale, progress?: Progress): Promise<LoadDatabase> {
  const server = await startEmbeddedPostgres("postgres");
  const admin = new pg.Client({ connectionString: await server.database("postgres") });
  await admin.connect();
  const drop = (name: string) => admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);

  const filled = `load_${scale.posts}_${fingerprint(scale)}`;
  const names = await databaseNames(admin);
  for (const name of names) {
    const run = OF_RUN.exec(name);
    if (
      run ? !isRunning(Number(run[1])) : FILLED.test(name) && name !== filled && name.startsWith(`load_${scale.posts}_`)
    )
      await drop(name);
  }
  const own = `load_run_${process.pid}`;
  if (!names.includes(filled)) {
    const url = await server.database(own);
    await migrate(url);
    await fill(url, scale, progress);
    await admin.query(`ALTER DATABASE "${own}" RENAME TO "${filled}"`);
  }
  await admin.query(`CREATE DATABASE "${own}" TEMPLATE "${filled}" STRATEGY file_copy`);
  return {
    url: await server.database(own),
    async leave() {
      await drop(own);
      await admin.end();
      await server.leave();
    },
  };
}

async function databaseNames(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>("SELECT datname FROM pg_database");
  return rows.map(({ datname }) => datname);
}

function fingerprint(scale: Scale): string {
  const hash = createHash("sha256").update(JSON.stringify(scale));
  for (const folder of ["prisma/migrations", "tests/load/fill"]) {
    for (const file of fs.readdirSync(path.join(PROJECT, folder), { recursive: true, encoding: "utf8" }).sort()) {
      const full = path.join(PROJECT, folder, file);
      if (fs.statSync(full).isFile()) hash.update(`\0${file}\0`).update(fs.readFileSync(full));
    }
  }
  return hash.digest("hex").slice(0, 12);
}
