import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { execaSync } from "execa";
import pg from "pg";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { readPidFile } from "@/scripts/tools/postgres/cluster";
import { databaseDirectory } from "@/scripts/tools/state-directory";
import { type OwnPostgres, processesOf, signalServer } from "./own-postgres";

const CANCELED_BY_REPLAY = "40001";

type Primary = Pick<OwnPostgres, "url" | "directory">;

export type Replica = Awaited<ReturnType<typeof startReplica>>;

/** A server that follows another with PostgreSQL's streaming replication. */
export async function startReplica(primary: Primary) {
  const name = `test-replica-${process.pid}-${randomBytes(3).toString("hex")}`;
  const directory = databaseDirectory(name);
  await copyCluster(primary, directory);
  let server = await startEmbeddedPostgres(name, { durable: false });
  const url = urlOf(server, primary.url);
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    // The statement has taken effect, even if replay then cancels it.
    await client
      .query(statement)
      .catch((error: { code?: string }) => {
        if (error.code !== CANCELED_BY_REPLAY) throw error;
      })
      .finally(() => client.end());
  };
  return {
    url,
    /** The processes of its server. */
    pids: () => processesOf(readPidFile(directory)?.pid ?? 0),
    pauseReplay: () => run("SELECT pg_wal_replay_pause()"),
    resumeReplay: () => run("SELECT pg_wal_replay_resume()"),
    promote: () => run("SELECT pg_promote()"),
    freeze: () => signalServer(directory, "SIGSTOP"),
    thaw: () => signalServer(directory, "SIGCONT"),
    kill: () => signalServer(directory, "SIGKILL"),
    restart: async () => void (server = await startEmbeddedPostgres(name, { durable: false })),
    async remove(): Promise<void> {
      await server.leave().catch(() => signalServer(directory, "SIGKILL"));
      for (const left of [directory, `${directory}.log`]) fs.rmSync(left, { recursive: true, force: true });
    },
  };
}

/** Copies a running server's files with PostgreSQL's low-level backup API, because npm has no pg_basebackup. */
async function copyCluster({ url, directory: source }: Primary, directory: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('replica', true)");
    execaSync("cp", ["-a", source, directory]);
    for (const left of ["postmaster.pid", "postmaster.opts"]) fs.rmSync(path.join(directory, left), { force: true });
    const { rows } = await client.query<{ labelfile: string }>("SELECT labelfile FROM pg_backup_stop(false)");
    const { username, password, hostname, port } = new URL(url);
    const connection = `host=${hostname} port=${port} user=${username} password=${password}`;
    const { uid, gid } = fs.statSync(directory);
    const write = (file: string, text: string) => {
      fs.writeFileSync(path.join(directory, file), text, { mode: 0o600 });
      fs.chownSync(path.join(directory, file), uid, gid);
    };
    write("backup_label", rows[0]!.labelfile);
    write("standby.signal", "");
    write("postgresql.auto.conf", `primary_conninfo = '${connection}'\nhot_standby = on\n`);
  } finally {
    await client.end();
  }
}

/** The URL of the same database on the copy, where it exists already and cannot be created. */
function urlOf({ directory }: { directory: string }, primary: string): string {
  const url = new URL(primary);
  url.port = String(readPidFile(directory)?.port);
  return url.href;
}
