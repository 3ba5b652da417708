import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundledMigrations } from "@/scripts/tools/migrate";
import { PROJECT } from "@/lib/infra/process/project";
import { shapeOf } from "@/tests/support/recorded-statements";
import { breakingChanges, readSchema, type Schema } from "./schema";

/** What the release before asks of its database. `docs/upgrading.md` says how it is recorded. */
const RECORD = path.join(import.meta.dirname, "previous-release.json");

interface Release {
  version: string;
  commit: string;
  migrations: string[];
  schema: Schema;
  statements: string[];
}

const IN_PARTITIONS =
  "Partitions have the time in every key; ids are random, and no statement relies on the key alone.";
/** Changes that look breaking, and why the release before runs on them all the same. */
const AS_BEFORE = "Its rows were as unique under the index that it replaces.";
const REVIEWED: Record<string, string> = {
  '"User" User_email is new: btree (email) WHERE (email IS NOT NULL)': AS_BEFORE,
  '"User" User_handle is new: btree (handle) WHERE (handle IS NOT NULL)': AS_BEFORE,
  '"Event" Event_pkey is new: btree (id, "createdAt")': IN_PARTITIONS,
  '"Delivery" Delivery_pkey is new: btree (id, "createdAt")': IN_PARTITIONS,
  '"Post" Post_pinned is new: btree ("authorId") WHERE ("pinnedAt" IS NOT NULL)': "The release before pins no post.",
};

const recordedFrom = process.env.RECORD_RELEASE;
let client: pg.Client;

beforeAll(async () => {
  client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  if (recordedFrom) await record(recordedFrom);
});
afterAll(() => client.end());

describe("a server of the previous release, on today's schema", () => {
  const release = () => JSON.parse(fs.readFileSync(RECORD, "utf8")) as Release;

  test("finds its migrations, unchanged in name and order", () => {
    const { migrations } = release();
    expect(bundledMigrations().filter((name) => migrations.includes(name))).toEqual(migrations);
  });

  test("finds every column and label, and need not write any that it does not know", async () => {
    const found = breakingChanges(release().schema, await readSchema(client));
    expect(found.filter((change) => !(change in REVIEWED))).toEqual([]);
  });

  test("can send every one of its statements", async () => {
    const { statements } = release();
    expect(statements.length).toBeGreaterThan(300);
    const refused: string[] = [];
    for (const text of statements) {
      await client.query(`PREPARE recorded AS ${text}`).then(
        () => client.query("DEALLOCATE recorded"),
        (error: Error) => refused.push(`${error.message}: ${text}`),
      );
    }
    expect(refused).toEqual([]);
  });
});

describe("the comparison of schemas", () => {
  test("finds what would break a server of the previous release", async () => {
    const before = await readSchema(client);
    const changes = `
      ALTER TABLE "Post" RENAME COLUMN content TO text;
      ALTER TABLE "Post" ADD COLUMN "addedByThisTest" text NOT NULL;
      ALTER TABLE "Room" ALTER COLUMN "hostId" SET NOT NULL;
      ALTER TABLE "User" ADD CONSTRAINT "User_short" CHECK (length(bio) < 500);
      CREATE UNIQUE INDEX "Comment_once" ON "Comment"("postId", "authorId");
      ALTER TABLE "Room" ADD COLUMN "alsoAddedHere" text`;
    await client.query("BEGIN");
    await client.query(changes);
    const after = await readSchema(client).finally(() => client.query("ROLLBACK"));
    expect(breakingChanges(before, after)).toEqual([
      "Post.content is gone",
      "Post.addedByThisTest is new, required, and has no default",
      "Post.text is new, required, and has no default",
      "Room.hostId became required",
      expect.stringMatching(/^"Comment" Comment_once is new/),
      expect.stringMatching(/^"User" User_short is new/),
    ]);
  });
});

/** Writes the record from the statements that the tests of a release have sent. */
async function record(file: string): Promise<void> {
  const sent = fs
    .readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as string);
  const statements = [...new Map(sent.map((text) => [shapeOf(text), text])).values()].toSorted();
  const understood: string[] = [];
  for (const text of statements) {
    const isUnderstood = await client.query(`PREPARE recorded AS ${text}`).then(
      () => client.query("DEALLOCATE recorded").then(() => true),
      () => false, // of a test: several statements in one, or on tables of its own
    );
    if (isUnderstood) understood.push(text);
  }
  const { version } = JSON.parse(fs.readFileSync(path.join(PROJECT, "package.json"), "utf8")) as { version: string };
  const release: Release = {
    version,
    commit: execFileSync("git", ["rev-parse", "HEAD"], { cwd: PROJECT, encoding: "utf8" }).trim(),
    migrations: bundledMigrations(),
    schema: await readSchema(client),
    statements: understood,
  };
  fs.writeFileSync(RECORD, `${JSON.stringify(release, null, 1)}\n`);
}
