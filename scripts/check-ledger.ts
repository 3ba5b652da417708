// Proves that every balance is the sum of its ledger, and every drop the work of its seeds: npm run check:ledger
import "./check-node";
import { auditCoins } from "@/lib/domain/coins/audit";
import { createContext } from "@/lib/domain/context";
import { visitDatabase } from "./visit-database";

await visitDatabase(async () => {
  const { balances, entries, drops, findings } = await auditCoins(createContext({ actor: null, door: "app" }));
  const scope = `${figure(balances)} balances, ${figure(entries)} entries, ${figure(drops)} drops`;
  if (findings.length === 0) return console.log(`${scope}: every coin is accounted for.`);
  for (const { userId, problem } of findings) console.error(`${userId}: ${problem}`);
  console.error(`${scope}: ${figure(findings.length)} findings.`);
  process.exitCode = 1;
});

function figure(count: number): string {
  return count.toLocaleString("en-US");
}
