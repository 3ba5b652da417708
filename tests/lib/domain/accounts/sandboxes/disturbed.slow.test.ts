// Slow: it makes and drops databases all the time.
import { beforeAll, describe, expect, test } from "vitest";
import { findOwnSandbox } from "@/lib/domain/accounts/sandboxes/queries";
import { deleteUnusedSandboxes } from "@/lib/domain/accounts/sandboxes/retention";
import { platformContext } from "@/lib/queue/platform";
import { database } from "@/lib/infra/database/db";
import { close } from "@/lib/infra/sandbox/connections";
import { dropDatabases } from "@/lib/infra/sandbox/databases";
import { storage } from "@/lib/infra/storage/storage";
import { call, databaseOf, filesIn, newSandbox, pictureForm, post, prepareSandboxes } from "@/tests/support/sandboxes";

beforeAll(prepareSandboxes);

describe("a disturbed sandbox", () => {
  test("is shown as it is, or not at all, while it is deleted and made again", async () => {
    const { account } = await newSandbox();
    for (let round = 0; round < 3; round += 1) {
      const views = Array.from({ length: 12 }, () => findOwnSandbox(account.ctx()));
      const gone = call(account.key, "DELETE /api/v1/sandbox");
      views.push(...Array.from({ length: 12 }, () => findOwnSandbox(account.ctx())));
      await Promise.all([...views, gone]);
      expect(await findOwnSandbox(account.ctx())).toBeNull();
      expect((await call(account.key, "POST /api/v1/sandbox", {})).status).toBe(201);
    }
  });

  test("answers no request with a 500 while it is reset and deleted", async () => {
    const sandbox = await newSandbox();
    const { key } = sandbox.you;
    const posting = Array.from({ length: 30 }, () => call(key, "POST /api/v1/posts", post));
    const resets = Array.from({ length: 4 }, () => call(sandbox.account.key, "POST /api/v1/sandbox", {}));
    const reading = Array.from({ length: 20 }, () => call(key, "GET /api/v1/me"));
    const gone = call(sandbox.account.key, "DELETE /api/v1/sandbox");
    for (const { status, text } of await Promise.all([...posting, ...resets, ...reading, gone]))
      expect(status, text).not.toBe(500);
  });

  test("is not recreated by one of its own keys after it was deleted", async () => {
    const sandbox = await newSandbox();
    const resets = Array.from({ length: 6 }, () => call(sandbox.you.key, "POST /api/v1/sandbox", {}));
    const deleted = call(sandbox.account.key, "DELETE /api/v1/sandbox");
    for (const { status, text } of await Promise.all([...resets, deleted])) expect(status, text).not.toBe(500);
    await call(sandbox.account.key, "DELETE /api/v1/sandbox");
    expect((await call(sandbox.you.key, "POST /api/v1/sandbox", {})).status).toBe(401);
  });

  test("is recreated by the next request when its database is gone", async () => {
    const sandbox = await newSandbox();
    await dropDatabases([await databaseOf(sandbox)]);
    close(await databaseOf(sandbox));
    expect((await call(sandbox.you.key, "GET /api/v1/me")).status).toBe(503);
    expect((await call(sandbox.you.key, "GET /api/v1/me")).status).toBe(200);
  });

  test("is recreated once after a release, however many requests arrive at once", async () => {
    const sandbox = await newSandbox();
    await database().prisma.sandbox.update({ where: { userId: sandbox.account.id }, data: { migrations: 1 } });
    const asked = await Promise.all(Array.from({ length: 8 }, () => call(sandbox.you.key, "GET /api/v1/me")));
    expect(asked.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  test("has the only kind of database that retention drops", async () => {
    const [{ name }] = await database().prisma.$queryRaw<[{ name: string }]>`SELECT current_database() AS name`;
    const others = [`${name}_sandbox_staging`, `${(await databaseOf(await newSandbox())).slice(0, -12)}x`];
    for (const other of others) await database().prisma.$executeRawUnsafe(`CREATE DATABASE "${other}"`);
    await deleteUnusedSandboxes(platformContext());
    for (const other of others) {
      const rows = await database().prisma.$queryRaw<[]>`SELECT 1 AS is FROM pg_database WHERE datname = ${other}`;
      expect(rows, other).toHaveLength(1);
      await database().prisma.$executeRawUnsafe(`DROP DATABASE "${other}"`);
    }
  });
});

describe("images of a sandbox", () => {
  test("are separate from live ones, and are removed with it", async () => {
    const sandbox = await newSandbox();
    const uploaded = await call(sandbox.you.key, "POST /api/v1/images", await pictureForm());
    expect(uploaded.status, uploaded.text).toBe(201);
    const path = `/api/media/${uploaded.json.id}`;
    expect((await call(sandbox.you.key, `GET ${path}`)).status).toBe(200);
    expect((await call(sandbox.account.key, `GET ${path}`)).status).toBe(404);
    const folder = `sandboxes/${await databaseOf(sandbox)}/${new Date().toISOString().slice(0, 10)}`;
    expect(await filesIn(folder)).toHaveLength(1);
    await call(sandbox.account.key, "DELETE /api/v1/sandbox");
    expect(await filesIn(folder)).toHaveLength(0);
  });

  test("written during a reset are found by retention, and no others", async () => {
    const sandbox = await newSandbox();
    const former = await databaseOf(sandbox);
    expect((await call(sandbox.account.key, "POST /api/v1/sandbox", {})).status).toBe(201);
    const write = async (database: string) => {
      const key = `sandboxes/${database}/2027-01-01/media_late`;
      await storage().put(key, new Uint8Array(1), "image/png");
      return key;
    };
    const late = await write(former);
    const kept = [await write(await databaseOf(sandbox)), await write("another_deployment_sandbox_0123456789_1")];
    await deleteUnusedSandboxes(platformContext());
    const left = await filesIn("sandboxes");
    expect(left).not.toContain(late);
    expect(left).toEqual(expect.arrayContaining(kept));
    await storage().remove(kept[1]!);
  });
});
