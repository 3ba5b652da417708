import path from "node:path";
import { execa } from "execa";
import { UserError } from "@/scripts/tools/terminal";
import { PROJECT } from "@/lib/infra/process/project";

const MINUTES = Number(process.env.FUZZ_MINUTES ?? 60);
const ROUNDS = [
  { filter: "contract/fuzz", env: {} },
  { filter: "fuzz/session-routes", env: { FUZZ_WITH_STAFF: "1" } },
];

/**
 * For an hour, or `FUZZ_MINUTES`, sends random requests to every route, as visitor, member, moderator and admin; each
 * round has its own seed and server. None gets an undeclared response or a server error.
 */
export async function prove(): Promise<void> {
  const end = performance.now() + MINUTES * 60_000;
  for (let round = 0; performance.now() < end; round += 1) {
    const { filter, env } = ROUNDS[round % ROUNDS.length]!;
    const test = [path.join(PROJECT, "scripts/test.ts"), "--slow", "--only", "contract", filter];
    const { exitCode } = await execa(process.execPath, [...process.execArgv, ...test], {
      cwd: PROJECT,
      stdio: "inherit",
      env,
      reject: false,
    });
    if (exitCode !== 0) throw new UserError(`Round ${round} of ${filter} found the above.`);
  }
}
