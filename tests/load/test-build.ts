import { currentBuild } from "@/scripts/tools/production-build";
import { step } from "@/scripts/tools/terminal";
import { ownEnvironment } from "@/tests/support/test-server";

/** Builds the product, unless there is a build of the current sources. */
export async function buildIfStale(): Promise<void> {
  await currentBuild(ownEnvironment(), (work) => step("build", work, () => "done"));
}
