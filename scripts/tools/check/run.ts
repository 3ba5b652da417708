import { createContext } from "@/lib/domain/context";
import { figure } from "@/scripts/tools/progress";
import { step } from "@/scripts/tools/terminal";
import { visitDatabase } from "@/scripts/tools/visit-database";
import type { ALL_CHECKS } from "./sections";

/** Lines printed per check: more rows with the same problem rarely help. */
const MAX_LINES = 40;

/** Runs checks on this installation, prints what differs, and exits with 1 if anything does. */
export function runChecks(checks: Partial<typeof ALL_CHECKS>): Promise<never> {
  return visitDatabase(async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    for (const [name, check] of Object.entries(checks)) {
      const { problems } = await step(
        name,
        () => check(ctx),
        ({ scope, verdict, problems }) =>
          `${scope}: ${problems.length === 0 ? verdict : `${figure(problems.length)} findings`}.`,
      );
      for (const problem of problems.slice(0, MAX_LINES)) console.error(`    ${problem}`);
      if (problems.length > MAX_LINES) console.error(`    and ${figure(problems.length - MAX_LINES)} more`);
      if (problems.length > 0) process.exitCode = 1;
    }
  });
}
