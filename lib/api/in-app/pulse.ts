import { pulse as runPulse } from "@/lib/domain/presence/pulse";
import { pulseAnswer, pulseQuery } from "@/lib/domain/presence/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** 4.10, rule 6. A tab that asks too often is not told off: it is only told nothing. */
export const pulse = appEndpoint("POST /api/pulse", {
  writes: null,
  summary: "Say that you are there, and learn what is new",
  budget: "pulse",
  budgetPer: "user",
  whenLimited: { ok: true, throttled: true },
  body: pulseQuery,
  returns: pulseAnswer,
  run: runPulse,
});
