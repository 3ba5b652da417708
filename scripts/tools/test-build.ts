// Builds the product that contract and end-to-end tests ask, unless it is built.
import { endWithParent } from "./end-with-parent";
import { startEmbeddedPostgres } from "./embedded-postgres";
import { openLocks } from "./locks";
import { buildOnce } from "./production-build";
import { failWith, step } from "./terminal";
import { ownEnvironment, TEST_BUILD } from "./test-server";

endWithParent();
try {
  const databases = await startEmbeddedPostgres("test-postgres", { durable: false });
  const locks = openLocks(await databases.database("postgres"));
  await buildOnce(locks, { ...ownEnvironment(), ...TEST_BUILD }, (work) => step("build", work, () => "done"));
  await databases.leave();
} catch (error) {
  failWith(error);
}
// The lock that says that somebody serves the build would stay.
process.exit(0);
