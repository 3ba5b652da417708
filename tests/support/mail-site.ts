import { Client } from "pg";
import { copyTemplate } from "./copied-database";
import { test as base } from "./browser-test";
import { startMailbox } from "./mailbox";
import { startOwnServer } from "./own-server";

/** A server that sends mail, with a database that no other server sends letters from. */
async function startSite() {
  const { TEMPLATE_ADMIN = "", TEMPLATE_DATABASE = "" } = process.env;
  const [database, mailbox] = await Promise.all([
    copyTemplate({ admin: TEMPLATE_ADMIN, template: TEMPLATE_DATABASE }),
    startMailbox(),
  ]);
  const server = await startOwnServer({
    DATABASE_URL: database.url,
    SMTP_URL: mailbox.url,
    MAIL_FROM: "Pegboard <mail@pegboard.test>",
  });
  const stop = async () => {
    await server.stop("SIGTERM");
    await mailbox.stop();
    await database.drop();
  };
  return { url: server.url, mailbox, query: queryOf(database.url), stop };
}

/** Runs a statement on the site's database, for changes that no page makes. */
function queryOf(connectionString: string) {
  return async (text: string, values: unknown[] = []): Promise<void> => {
    const client = new Client({ connectionString });
    await client.connect();
    await client.query(text, values).finally(() => client.end());
  };
}

/** Gives a test its own site, which stops at the end of the test, passed or failed. */
export const test = base.extend<{ site: Omit<Awaited<ReturnType<typeof startSite>>, "stop"> }>({
  site: [
    // Playwright requires a destructuring pattern here.
    async ({}, provide) => {
      const site = await startSite();
      await provide(site);
      await site.stop();
    },
    { timeout: 60_000 },
  ],
});
