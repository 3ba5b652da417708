import type { EventRecord } from "@/lib/domain/events/schema";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** What marks an event that its account triggered, and one of a sandbox, in the log and in deliveries. */
export function marksOf({ isTest = false }: { isTest?: boolean }): Pick<EventRecord, "test" | "livemode"> {
  return { ...(isTest && { test: true }), ...(currentSandbox() && { livemode: false }) };
}
