// Checks that the stored data is consistent, while the product runs or after a restore: npm run check
import "./tools/check-node";
import { ALL_CHECKS, runChecks } from "./tools/check/sections";

await runChecks(ALL_CHECKS);
