// Proves that every balance is the sum of its ledger, every drop the work of its seeds, and every rating that of its
// duels: npm run check:ledger
import "./tools/check-node";
import { auditCoins } from "@/lib/domain/coins/audit";
import { createContext } from "@/lib/domain/context";
import { auditRatings } from "@/lib/domain/duels/audit";
import { visitDatabase } from "./tools/visit-database";

await visitDatabase(async () => {
  const ctx = createContext({ actor: null, channel: "session" });
  const coins = await auditCoins(ctx);
  report(
    `${figure(coins.balances)} balances, ${figure(coins.entries)} entries, ${figure(coins.drops)} drops`,
    "every coin is accounted for.",
    coins.findings.map(({ userId, problem }) => `${userId}: ${problem}`),
  );
  const ratings = await auditRatings(ctx);
  report(
    `${figure(ratings.duels)} duels, ${figure(ratings.players)} rated players`,
    "every rating follows from its history.",
    ratings.findings.map(({ subject, problem }) => `${subject}: ${problem}`),
  );
});

function report(scope: string, verdict: string, problems: string[]): void {
  if (problems.length === 0) return console.log(`${scope}: ${verdict}`);
  for (const problem of problems) console.error(problem);
  console.error(`${scope}: ${figure(problems.length)} findings.`);
  process.exitCode = 1;
}

function figure(count: number): string {
  return count.toLocaleString("en-US");
}
