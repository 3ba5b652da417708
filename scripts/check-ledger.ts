// Checks that every balance is the sum of its ledger, and that every drop follows from its seeds and every rating from
// its duels: npm run check:ledger. All other checks are in npm run check.
import "./tools/check-node";
import { runChecks } from "@/scripts/tools/check/sections";
import { LEDGER_CHECKS } from "./tools/check/sections";

await runChecks(LEDGER_CHECKS);
