// Checks that the stored data is consistent, while the product runs or after a restore: npm run check
import "./tools/check-node";
import { runChecks } from "@/scripts/tools/check/sections";
import { ALL_CHECKS } from "./tools/check/sections";

await runChecks(ALL_CHECKS);
