import { database } from "@/lib/infra/database/db";
import { end } from "@/lib/infra/database/open";
import { isNotMigrated } from "@/lib/infra/database/errors";
import { openDatabase } from "./database";
import { commandVariables, type Installation, prepareInstallation } from "./installation";
import { failWith, UserError } from "./terminal";

/** Long enough for a statement that reads every row. */
const STATEMENT_TIMEOUT_SECONDS = 3600;

const NOT_MIGRATED =
  "The database lacks tables of this release. Start the server once with the same settings: `npm start` makes them.";

export interface Visit extends Installation {
  directUrl: string;
}

/** Runs the work on this installation's database, whether or not a server uses it, and exits. */
export async function visitDatabase(work: (visit: Visit) => Promise<void>): Promise<never> {
  try {
    const { variables, settings } = prepareInstallation("production");
    const server = await openDatabase(variables.DIRECT_DATABASE_URL ?? variables.DATABASE_URL, settings.database);
    Object.assign(process.env, commandVariables({ ...variables, DATABASE_URL: server.url }, STATEMENT_TIMEOUT_SECONDS));
    try {
      await work({ variables, settings, directUrl: variables.DIRECT_DATABASE_URL ?? server.url });
    } finally {
      await end(database());
      await server.leave();
    }
    process.exit();
  } catch (error) {
    failWith(isNotMigrated(error) ? new UserError(NOT_MIGRATED) : error);
  }
}
