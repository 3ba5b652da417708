import { build, isBuilt } from "@/scripts/tools/production-build";
import { step } from "@/scripts/tools/terminal";
import { ownEnvironment, TEST_BUILD } from "@/scripts/tools/test-server";

/** Builds the product into the tests' folder, unless it contains a current build. */
export async function buildIfStale(): Promise<void> {
  const variables = { ...ownEnvironment(), ...TEST_BUILD };
  if (isBuilt(variables)) return;
  await step(
    "build",
    () => build(variables, "on failure"),
    () => "done",
  );
}
