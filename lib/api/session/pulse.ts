import { pulseAnswer, pulseQuery } from "@/lib/domain/presence/schema";
import { sessionOperation } from "@/lib/http/operation";
import { pulse as runPulse } from "@/lib/domain/presence/commands";

/** A tab that polls too often gets an empty response instead of an error (docs/contract.md#presence). */
export const pulse = sessionOperation("POST /api/pulse", {
  writes: null,
  budget: "pulse",
  budgetPer: "user",
  whenLimited: { ok: true, throttled: true },
  body: pulseQuery,
  returns: pulseAnswer,
  run: runPulse,
});
