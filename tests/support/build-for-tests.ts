// Builds the product for contract and end-to-end tests, unless the build is current.
import { endWithParent } from "@/lib/infra/process/processes";
import { startEmbeddedPostgres } from "@/scripts/tools/embedded-postgres";
import { buildOnce } from "@/scripts/tools/production-build";
import { failWith, step } from "@/scripts/tools/terminal";
import { ownEnvironment } from "./test-server";

endWithParent();
try {
  const databases = await startEmbeddedPostgres("test-postgres", { durable: false });
  const url = await databases.database("postgres");
  await buildOnce(url, ownEnvironment(), (work) => step("build", work, () => "done"));
  await databases.leave();
} catch (error) {
  failWith(error);
}
// Exits, so that the lock on the served build is released.
process.exit(0);
