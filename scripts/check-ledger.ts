// Checks that every balance is the sum of its ledger, and that every drop follows from its seeds and every rating from
// its duels: npm run check:ledger. All other checks are in npm run check.
import "./tools/check-node";
import { LEDGER_CHECKS, runChecks } from "./tools/check/sections";

await runChecks(LEDGER_CHECKS);
