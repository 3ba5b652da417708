import type { Source } from "@/lib/infra/environment/env";
import { seedDemo } from "@/scripts/tools/demo";
import { endWithParent } from "@/lib/infra/process/processes";
import { buildOnce } from "@/scripts/tools/production-build";
import { makeSandboxTemplate } from "@/scripts/tools/sandbox-template";
import { step } from "@/scripts/tools/terminal";
import { copyTemplate, type Template } from "./copied-database";
import { openTestDatabases } from "./test-databases";
import { ownEnvironment, startTestServer } from "./test-server";
import { productApplication } from "./discord";

export interface Product {
  /** The server's environment. A process with the same environment shares its database and secrets. */
  variables: Source;
  /** The template of its database, for further servers. */
  template: Template;
  stop(): Promise<void>;
}

/** The variable that describes a running product to test runners, as JSON. */
export const TEST_PRODUCT = "TEST_PRODUCT";

/** The product that `npm test` has started; otherwise a new one, for a runner that was started directly. */
export async function openProduct(): Promise<Product> {
  const running = process.env[TEST_PRODUCT];
  return running ? { ...(JSON.parse(running) as Product), stop: async () => undefined } : startProduct();
}

/** Builds the product if its sources have changed, and starts it on its own database with the demo data. */
export async function startProduct(): Promise<Product> {
  const databases = await openTestDatabases();
  const cleanUps = [databases.leave];
  const stop = async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
  };
  endWithParent(() => stop().finally(() => process.exit(1)));
  try {
    await buildOnce(databases.admin, ownEnvironment(), (work) => timed("build", work));
    const { url } = await copyTemplate(databases);
    await timed("sandboxes", () => makeSandboxTemplate(url));
    const server = await timed("server", () =>
      startTestServer(url, {
        ...productApplication.variables,
        DISCORD_API_URL: "http://127.0.0.1:1",
        WEB_CONCURRENCY: "1",
      }),
    );
    cleanUps.push(() => server.stop());
    await timed("demo data", () => seedDemo(server.variables));
    const { admin, template } = databases;
    return { variables: { ...server.variables, NODE_ENV: "test" }, template: { admin, template }, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  return step(name, work, () => "done");
}
