// Proves that the newest backup can be restored: npm run drill, or npm run drill -- DIRECTORY of a backup or of backups
// With --daily, as a server starts it, only if today's drill has not ended yet; it then ends with that server.
import "./tools/check-node";
import path from "node:path";
import type { DrillResult } from "@/lib/domain/deployment/drills/commands";
import { isDrillDue } from "@/lib/domain/deployment/drills/queries";
import { createContext } from "@/lib/domain/kernel/context";
import { endWithParent } from "@/lib/infra/process/processes";
import { runDrill } from "./tools/drill/drill";
import { withDrillLock } from "./tools/drill/lock";
import { elapsed, onlyArgument, printProgress, UserError } from "./tools/terminal";
import { visitDatabase } from "./tools/visit-database";

const USAGE = "npm run drill -- DIRECTORY of a backup or of backups, unless BACKUP_DIR is set";

const given = process.argv.slice(2);
const isDaily = given[0] === "--daily";
const stop = new AbortController();
const end = () => stop.abort(new UserError("The drill was stopped. It leaves nothing behind."));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
if (isDaily || process.env.npm_lifecycle_event) endWithParent(end);

await visitDatabase(async ({ variables, settings, directUrl: liveUrl }) => {
  const { backups, serverUrl, at } = settings.drills;
  const directory = path.resolve(isDaily || (given.length === 0 && backups) ? backups! : onlyArgument(USAGE));
  const { encryptionKey } = settings;
  const outcome = await withDrillLock(liveUrl, async () => {
    const ctx = createContext({ actor: null, channel: "session" });
    if (isDaily && !(at && (await isDrillDue(ctx, at)))) return;
    const places = { directory, liveUrl, serverUrl };
    report(await runDrill({ ...places, variables, encryptionKey, progress: printProgress(), signal: stop.signal }));
  });
  if (outcome === "elsewhere" && !isDaily)
    throw new UserError("Another drill of this database is running: wait until it has ended.");
});

/** @throws UserError if the backup is not proven */
function report({ backup, differences }: DrillResult): void {
  for (const difference of differences) console.error(`    ${difference}`);
  const name = backup?.name ?? "The backup";
  if (differences.length > 0) throw new UserError(`${name} is not proven: see above.`);
  console.log(`\n  ${name} is proven: restored and checked in ${elapsed().trim()}.`);
}
