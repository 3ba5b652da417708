// Slow: it backs up and restores whole databases.
import fs from "node:fs";
import path from "node:path";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { writeRequests } from "@/lib/domain/accounts/request-log/commands";
import { makePartitions } from "@/lib/domain/deployment/partitions/commands";
import { database } from "@/lib/infra/database/db";
import { env } from "@/lib/infra/environment/env";
import { decrypt } from "@/lib/infra/secrets";
import { storage } from "@/lib/infra/storage/storage";
import { FolderStorage } from "@/lib/infra/storage/folder";
import { type Manifest, readManifest } from "@/scripts/tools/backup/manifest";
import { restoreBackup, verifyBackup } from "@/scripts/tools/backup/restore";
import { keepSecrets, secretVariables } from "@/scripts/tools/backup/secrets";
import { writeBackup } from "@/scripts/tools/backup/write";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { migrate } from "@/scripts/tools/migrate";
import { makeWorld, post } from "@/tests/support/small-world";
import { temporaryFolder } from "@/tests/support/temporary-folder";
import { newEntry } from "@/tests/lib/domain/accounts/request-log/entries";
import { contentsOf, structureOf, withClient } from "./contents";

const folder = temporaryFolder(afterAll);
const directory = path.join(folder, "backup");
const progress = () => undefined;
const MOST_POSTS = 20;
/** A day without a partition of its own. */
const LONG_AGO_MS = Date.parse("2026-01-01T00:00:00Z");
/** Every file is waited for until the disk has it, and a busy disk takes its time. */
const TIMEOUT_MS = 240_000;

let server: EmbeddedPostgres;
let source: string;
let target: string;
let manifest: Manifest;
let world: Awaited<ReturnType<typeof makeWorld>>;
/** What the database held at the moment of the backup, and once it was done. */
let contents: { then: Record<string, string>; later: Record<string, string> };

const into = (url: string, media: string) => ({
  url,
  storage: new FolderStorage(path.join(folder, media)),
  encryptionKey: env().encryptionKey,
  onEmpty: () => undefined,
  progress,
});
const databases: string[] = [];
async function emptyDatabase(): Promise<string> {
  const name = `backup_${process.pid}_${databases.length}`;
  databases.push(name);
  return server.database(name);
}

beforeAll(async () => {
  server = await startEmbeddedPostgres("test-postgres", { durable: false });
  source = await emptyDatabase();
  await migrate(source);
  process.env.DATABASE_URL = source;
  world = await makeWorld();
  await makePartitions(createContext({ actor: null, channel: "session" }));
  await writeRequests([newEntry(world.ada.actor.id), newEntry(world.ada.actor.id, { createdAtMs: LONG_AGO_MS })]);
  fs.writeFileSync(path.join(folder, "secret"), env().encryptionKey);

  let isOver = false;
  let writing: Promise<void> | undefined;
  let then: Record<string, string> = {};
  const writingBackup = writeBackup(directory, {
    url: source,
    storage: storage(),
    variables: { NEXTAUTH_SECRET: env().encryptionKey, DEMO_PASSWORD: "given" },
    secretsDirectory: folder,
    progress,
    onSnapshot: async ({ id }) => {
      await post(world.ben, "After the moment");
      await expireMedia(createContext({ actor: null, channel: "session" }));
      writing = (async () => {
        for (let posts = 0; posts < MOST_POSTS && !isOver; posts += 1) await post(world.ada, "While the backup runs");
      })();
      then = await contentsOf(source, id);
    },
  });
  manifest = await writingBackup.finally(() => (isOver = true));
  await writing;
  contents = { then, later: await contentsOf(source) };
  target = await emptyDatabase();
}, TIMEOUT_MS);

afterAll(async () => {
  await database().pool.end();
  await withClient(await server.database("postgres"), async (client) => {
    for (const name of databases) await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  });
  await server.leave();
});

describe("a backup of a database during writes", { timeout: TIMEOUT_MS }, () => {
  test("has its name only once it is complete, and is readable only by its owner", async () => {
    expect(fs.readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([]);
    expect(await readManifest(directory)).toEqual(manifest);
    for (const entry of fs.readdirSync(directory, { recursive: true, withFileTypes: true })) {
      const { mode } = fs.statSync(path.join(entry.parentPath, entry.name));
      expect(mode & 0o777, entry.name).toBe(entry.isDirectory() ? 0o700 : 0o600);
    }
  });

  test("restores the rows, indexes, references and triggers of one moment", async () => {
    await restoreBackup(directory, manifest, into(target, "media"));
    // The image that was deleted while the backup ran is left out with its row.
    expect(manifest.media.deletedMeanwhile).toEqual([world.expiring]);
    expect({ ...(await contentsOf(target)), Media: "" }).toEqual({ ...contents.then, Media: "" });
    expect(contents.later.Post).not.toBe(contents.then.Post);
    expect(await structureOf(target)).toEqual(await structureOf(source));
  });

  test("restores consistent data, to the last image", async () => {
    const { exitCode, all } = await execa(process.execPath, ["--import", "tsx", "scripts/check.ts"], {
      env: { DATABASE_URL: target, STORAGE_DIR: path.join(folder, "media") },
      all: true,
      reject: false,
    });
    expect({ exitCode, all }).toMatchObject({ exitCode: 0, all: expect.stringContaining("1 images: every image has") });
  });

  test("restores the key that stored secrets are encrypted with", async () => {
    const place = path.join(folder, "state");
    fs.mkdirSync(place);
    keepSecrets(manifest, secretVariables(directory, manifest, {}, place), place);
    expect(fs.readdirSync(place)).toEqual(["secret"]);
    expect(fs.statSync(path.join(place, "secret")).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(path.join(place, "secret"), "utf8")).toBe(env().encryptionKey);
    const encrypted = await withClient(target, async (client) => {
      const { rows } = await client.query<{ secret: string }>(`SELECT secret FROM "WebhookEndpoint"`);
      return rows[0]!.secret;
    });
    expect(decrypt(encrypted)).toBe(world.endpoint.secret);

    fs.writeFileSync(path.join(place, "secret"), "another installation's");
    expect(() => secretVariables(directory, manifest, {}, place)).toThrow("another installation's NEXTAUTH_SECRET");
  });
});

describe("a restore", { timeout: TIMEOUT_MS }, () => {
  test("changes nothing in a target that is not empty, and names what it contains", async () => {
    await expect(restoreBackup(directory, manifest, into(target, "elsewhere"))).rejects.toThrow(/with rows in .*Build/);
    const other = await emptyDatabase();
    await expect(restoreBackup(directory, manifest, into(other, "media"))).rejects.toThrow(/file store is not empty/);
    const key = { ...into(other, "elsewhere"), encryptionKey: "another key" };
    await expect(restoreBackup(directory, manifest, key)).rejects.toThrow(/encrypted with another key/);
    expect(await contentsOf(other)).toEqual({});
  });

  test("that was interrupted lets no server start, and is completed by the same restore", async () => {
    const other = await emptyDatabase();
    const interrupted = into(other, "interrupted");
    const failing = { ...interrupted, progress: (what: string) => what === "indexes" && fail() };
    await expect(restoreBackup(directory, manifest, failing)).rejects.toThrow("killed");
    await expect(migrate(other)).rejects.toThrow("has not finished");
    await expect(restoreBackup(directory, { ...manifest, id: crypto.randomUUID() }, interrupted)).rejects.toThrow(
      "another backup began",
    );
    await restoreBackup(directory, manifest, interrupted);
    expect(await contentsOf(other)).toEqual(await contentsOf(target));
    expect(await migrate(other)).toEqual([]);
  });

  test("rejects an altered file, and an unfinished backup", async () => {
    await verifyBackup(directory, manifest, progress);
    const { path: name } = manifest.tables.find((table) => table.name === "Post")!.file;
    fs.appendFileSync(path.join(directory, name), "x");
    await expect(verifyBackup(directory, manifest, progress)).rejects.toThrow(`${name} is not the file`);
    await expect(readManifest(`${directory}.partial`)).rejects.toThrow("did not finish");
    await expect(writeBackup(directory, { url: source, storage: storage(), variables: {}, progress })).rejects.toThrow(
      "is there already",
    );
  });
});

function fail(): never {
  throw new Error("killed");
}
