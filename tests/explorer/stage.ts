import fs from "node:fs";
import { database } from "@/lib/infra/database/db";
import { withConnection } from "@/scripts/tools/connection";
import { seedDemo } from "@/scripts/tools/demo";
import { makeSandboxTemplate } from "@/scripts/tools/sandbox-template";
import { step } from "@/scripts/tools/terminal";
import { buildIfStale } from "@/tests/load/test-build";
import { productApplication } from "@/tests/support/discord";
import { copyTemplate } from "@/tests/support/copied-database";
import { openTestDatabases } from "@/tests/support/test-databases";
import { serverVariables, startTestServer } from "@/tests/support/test-server";
import { makeWorld, type World } from "./world";

/** The built product with its world, as one walk finds it. */
export interface Scene {
  url: string;
  /** Reads from the database. */
  read<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface Stage {
  world: World;
  /** Starts the product on a copy of the world, so that no walk meets what another one did. */
  openScene(): Promise<Scene>;
  close(): Promise<void>;
}

/** Makes the world once. All scenes have the same address, so only one can be open. */
export async function openStage(): Promise<Stage> {
  await buildIfStale();
  const databases = await openTestDatabases();
  const origin = await copyTemplate(databases);
  const variables = await serverVariables(origin.url, {
    ...productApplication.variables,
    DISCORD_API_URL: "http://127.0.0.1:1",
    WEB_CONCURRENCY: "1",
  });
  const files = variables.STORAGE_DIR;
  // This process makes a part of the world directly.
  Object.assign(process.env, variables);
  const copyFiles = (from: string, to: string) => fs.cpSync(from, to, { recursive: true });

  const first = `${files}-first`;
  copyFiles(files, first);
  const server = await startTestServer(origin.url, { ...variables, STORAGE_DIR: first });
  await step(
    "demo data",
    () => seedDemo(server.variables),
    () => "done",
  );
  const world = await step(
    "world",
    () => makeWorld(server.url),
    () => "done",
  );
  copyFiles(first, files);
  await database().pool.end();
  await server.stop();

  const template = { admin: databases.admin, template: new URL(origin.url).pathname.slice(1) };
  return {
    world,
    async openScene() {
      const copy = await copyTemplate(template);
      const scene = `${files}-scene`;
      copyFiles(files, scene);
      await makeSandboxTemplate(copy.url);
      const { url, stop } = await startTestServer(copy.url, {
        ...variables,
        DATABASE_URL: copy.url,
        STORAGE_DIR: scene,
      });
      return {
        url,
        read: (sql, values) => withConnection(copy.url, async (client) => (await client.query(sql, values)).rows),
        async close() {
          await stop();
          await copy.drop();
        },
      };
    },
    async close() {
      await databases.leave();
      fs.rmSync(files, { recursive: true, force: true });
    },
  };
}
