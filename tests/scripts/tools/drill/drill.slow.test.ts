// Slow: each drill restores a whole database.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { readDrills } from "@/lib/domain/deployment/drills/queries";
import { createContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { storage } from "@/lib/infra/storage/storage";
import { runDueDrill } from "@/lib/queue/drills";
import type { Manifest } from "@/scripts/tools/backup/manifest";
import { writeBackup } from "@/scripts/tools/backup/write";
import { runDrill } from "@/scripts/tools/drill/drill";
import { withDrillLock } from "@/scripts/tools/drill/lock";
import { createScratchDatabase } from "@/scripts/tools/drill/scratch";
import { connect } from "@/scripts/tools/connection";
import { migrate } from "@/scripts/tools/migrate";
import { contentsOf, withClient } from "@/tests/scripts/tools/backup/contents";
import { eventually } from "@/tests/support/eventually";
import { type OwnPostgres, startOwnPostgres } from "@/tests/support/own-postgres";
import { makeWorld } from "@/tests/support/small-world";
import { temporaryFolder } from "@/tests/support/temporary-folder";

const TIMEOUT_MS = 240_000;
const folder = temporaryFolder(afterAll);
const backups = path.join(folder, "backups");
const good = path.join(backups, "good");
const lines: string[] = [];

let server: OwnPostgres;
let live: string;

beforeAll(async () => {
  server = await startOwnPostgres();
  live = server.url;
  process.env.DATABASE_URL = live;
  await migrate(live);
  await makeWorld();
  await writeBackup(good, { url: live, storage: storage(), variables: {}, progress: () => undefined });
}, TIMEOUT_MS);

afterAll(async () => {
  await database().pool.end();
  await server.remove();
});

const drill = (directory: string, { signal = new AbortController().signal, serverUrl = live } = {}) =>
  runDrill({
    directory,
    liveUrl: live,
    serverUrl,
    variables: process.env,
    encryptionKey: env().encryptionKey,
    progress: (...line) => void lines.push(line.join(" ")),
    signal,
  });

const drills = () => readDrills(createContext({ actor: null, channel: "session" }));
const scratchDatabases = () =>
  withClient(live, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "SELECT datname AS name FROM pg_database WHERE datname LIKE '%\\_drill'",
    );
    return rows.map(({ name }) => name);
  });
const liveContents = async () => ({ ...(await contentsOf(live)), RestoreDrill: "" });

/** A copy of the backup in which rows of a table, or the manifest, are other than they were. */
function altered(change: { table?: string; rows?: (rows: string[]) => string[]; manifest?: (it: Manifest) => void }) {
  const directory = path.join(temporaryFolder(), "altered");
  fs.cpSync(good, directory, { recursive: true });
  const place = path.join(directory, "manifest.json");
  const manifest = JSON.parse(fs.readFileSync(place, "utf8")) as Manifest;
  const table = manifest.tables.find(({ name }) => name === change.table);
  if (table && change.rows) {
    const file = path.join(directory, table.file.path);
    const rows = gunzipSync(fs.readFileSync(file)).toString().trimEnd().split("\n");
    const bytes = gzipSync(
      change
        .rows(rows)
        .map((row) => `${row}\n`)
        .join(""),
    );
    fs.writeFileSync(file, bytes);
    Object.assign(table.file, { bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  change.manifest?.(manifest);
  fs.writeFileSync(place, JSON.stringify(manifest));
  return directory;
}

describe("a drill", { timeout: TIMEOUT_MS }, () => {
  test("proves the newest backup, records it, and changes nothing else in the live database", async () => {
    const before = await liveContents();
    const { backup, differences } = await drill(backups);
    expect({ backup: backup?.name, differences }).toEqual({ backup: "good", differences: [] });
    expect(await drills()).toMatchObject({ proven: { backup: "good" }, failed: null, runningSince: null });
    expect(await liveContents()).toEqual(before);
    expect(await scratchDatabases()).toEqual([]);
  });

  test("finds a changed coin, and names what is expected and found", async () => {
    const { tables } = JSON.parse(fs.readFileSync(path.join(good, "manifest.json"), "utf8")) as Manifest;
    const coins = tables.find(({ name }) => name === "Profile")!.columns.indexOf("coins");
    const directory = altered({
      table: "Profile",
      rows: ([first = "", ...others]) => [
        first
          .split("\t")
          .map((value, index) => (index === coins ? String(Number(value) + 1) : value))
          .join("\t"),
        ...others,
      ],
    });
    const { differences } = await drill(directory);
    expect(differences[0]).toMatch(/^Profile: expected (\d+) coins \(SHA-256 \w+…\), found \d+ coins/);
    expect(differences[1]).toMatch(/the balance is \d+ and the ledger sums to \d+/);
    expect(await drills()).toMatchObject({ proven: { backup: "good" }, failed: { backup: "altered", differences } });
  });

  test("finds a missing row, also where the manifest does not count it any more", async () => {
    const withoutFirst = { table: "LedgerEntry", rows: (rows: string[]) => rows.slice(1) };
    const count = ({ tables }: Manifest) => (tables.find(({ name }) => name === "LedgerEntry")!.rows -= 1);
    const [counted, uncounted] = [
      await drill(altered(withoutFirst)),
      await drill(altered({ ...withoutFirst, manifest: count })),
    ];
    expect(counted.differences).toEqual([expect.stringMatching(/^LedgerEntry has \d+ rows in its file, and \d+ by/)]);
    expect(uncounted.differences[0]).toMatch(/^LedgerEntry: expected -?\d+ coins .*, found/);
  });

  test("finds a file that was cut short, a damaged manifest, and a folder without backups", async () => {
    const cut = altered({});
    const file = path.join(cut, "tables/Post.copy.gz");
    fs.truncateSync(file, fs.statSync(file).size - 1);
    const damaged = altered({});
    fs.truncateSync(path.join(damaged, "manifest.json"), 100);
    const empty = temporaryFolder();
    fs.mkdirSync(path.join(empty, "good.partial"));
    for (const [directory, says] of [
      [cut, /tables\/Post\.copy\.gz is not the file that was written/],
      [path.dirname(damaged), /manifest\.json is damaged/],
      [empty, /There is no backup in/],
      [path.join(empty, "nowhere"), /does not exist/],
    ] as const)
      expect((await drill(directory)).differences).toEqual([expect.stringMatching(says)]);
    expect(await drills()).toMatchObject({ failed: { backup: null } });
  });

  test("proves a backup of before there was a digest of the ledger, and says what it could not compare", async () => {
    const { differences } = await drill(altered({ manifest: (manifest) => delete manifest.ledger }));
    expect(differences).toEqual([]);
    expect(lines.filter((line) => line.startsWith("compared")).at(-1)).toContain("has no digest of the ledger");
  });

  test("tells an operator whose role may not create databases what to grant", async () => {
    await withClient(live, (client) => client.query("CREATE ROLE modest LOGIN PASSWORD 'modest'"));
    const url = new URL(live);
    Object.assign(url, { username: "modest", password: "modest" });
    const { differences } = await drill(good, { serverUrl: url.href });
    expect(differences).toEqual([expect.stringContaining("ALTER ROLE modest CREATEDB")]);
  });

  test("that is stopped leaves neither a database nor a result", async () => {
    const before = await liveContents();
    const results = () => database().prisma.restoreDrill.count();
    const count = await results();
    const stop = new AbortController();
    const running = drill(good, { signal: stop.signal });
    running.catch(() => undefined);
    await eventually(async () => expect(await scratchDatabases()).toHaveLength(1));
    stop.abort(new Error("stopped"));
    await expect(running).rejects.toThrow("stopped");
    expect(await scratchDatabases()).toEqual([]);
    expect(await results()).toBe(count);
    expect(await liveContents()).toEqual(before);
  });

  test("drops the database that a killed one left behind, even if it is in use", async () => {
    const left = await createScratchDatabase(live, live);
    const user = await connect(left.url);
    await user.query("CREATE TABLE left_behind ()");
    const next = await createScratchDatabase(live, live);
    expect(next.url).toBe(left.url);
    expect(await contentsOf(next.url)).toEqual({});
    await expect(user.query("SELECT")).rejects.toThrow();
    await next.drop();
    expect(await scratchDatabases()).toEqual([]);
  });

  test("does not run beside another one", async () => {
    const other = vi.fn<() => Promise<void>>();
    expect(await withDrillLock(live, async () => expect(await withDrillLock(live, other)).toBe("elsewhere"))).toBe(
      "done",
    );
    expect(other).not.toHaveBeenCalled();
  });
});

describe("npm run drill", { timeout: TIMEOUT_MS }, () => {
  const run = (...args: string[]) =>
    execa(process.execPath, ["--import", "tsx", "scripts/drill.ts", ...args], { all: true, reject: false });

  test("exits with 0 once a backup is proven, and with 1 after naming what differs", async () => {
    expect(await run(good)).toMatchObject({ exitCode: 0, all: expect.stringContaining("good is proven") });
    const directory = altered({ table: "Follow", rows: () => [] });
    expect(await run(directory)).toMatchObject({ exitCode: 1, all: expect.stringMatching(/Follow has 0 rows/) });
    expect(await run()).toMatchObject({ exitCode: 1, all: expect.stringContaining("unless BACKUP_DIR is set") });
  });

  test("finishes after kill -9 of the one before, and leaves nothing of it", async () => {
    const killed = run(good);
    await eventually(async () => expect(await scratchDatabases()).toHaveLength(1));
    killed.kill("SIGKILL");
    await killed;
    expect((await drills()).runningSince).not.toBeNull();
    expect(await run(good)).toMatchObject({ exitCode: 0 });
    expect(await drills()).toMatchObject({ failed: null, runningSince: null });
    expect(await scratchDatabases()).toEqual([]);
  });

  test("is refused while another one runs", async () => {
    await withDrillLock(live, async () =>
      expect(await run(good)).toMatchObject({ exitCode: 1, all: expect.stringContaining("Another drill") }),
    );
  });
});

describe("the daily drill", { timeout: TIMEOUT_MS }, () => {
  const recorded = () => database().prisma.restoreDrill.findMany();

  /** Makes a drill due now, and returns what a machine's jobs do about it. */
  async function due(): Promise<(stop?: AbortSignal) => Promise<void>> {
    await database().prisma.restoreDrill.deleteMany();
    const now = new Date();
    Object.assign(process.env, { BACKUP_DIR: backups, DRILL_AT: now.toISOString().slice(11, 16) });
    onTestFinished(() => void ["BACKUP_DIR", "DRILL_AT"].forEach((name) => delete process.env[name]));
    const at = { hours: now.getUTCHours(), minutes: now.getUTCMinutes() };
    return (stop = new AbortController().signal) => runDueDrill(at, stop);
  }

  test("runs once on two machines, in a process of its own, and not again that day", async () => {
    const run = await due();
    await Promise.all([run(), run()]);
    await run();
    expect(await recorded()).toMatchObject([{ status: "proven", backup: "good" }]);
  });

  test("is stopped with its server, and runs after the next start", async () => {
    const run = await due();
    const stop = new AbortController();
    const running = run(stop.signal);
    await eventually(async () => expect(await scratchDatabases()).toHaveLength(1));
    stop.abort();
    await running;
    expect(await recorded()).toEqual([]);
    expect(await scratchDatabases()).toEqual([]);
    await run();
    expect(await recorded()).toMatchObject([{ status: "proven" }]);
  });
});
