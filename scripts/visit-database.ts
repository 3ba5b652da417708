import { database } from "@/lib/infra/db";
import { openDatabase } from "./database";
import { prepareInstallation } from "./installation";
import { failWith } from "./terminal";

/** Does something with this installation's database, whether a server runs on it or not, and ends the process. */
export async function visitDatabase(work: () => Promise<void>): Promise<never> {
  try {
    const { variables } = prepareInstallation("production");
    const server = await openDatabase(variables.DATABASE_URL);
    Object.assign(process.env, variables, { DATABASE_URL: server.url });
    try {
      await work();
    } finally {
      await database().prisma.$disconnect();
      await database().pool.end();
      await server.leave();
    }
    process.exit();
  } catch (error) {
    failWith(error);
  }
}
