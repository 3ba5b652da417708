import type { EventRecord } from "@/lib/domain/consequences/events/schema";
import { currentSandbox } from "@/lib/infra/sandbox/scope";

/** Returns the marks of an event that its account triggered, and of one of a sandbox, for the log and deliveries. */
export function marksOf({ isTest = false }: { isTest?: boolean }): Pick<EventRecord, "test" | "livemode"> {
  return { ...(isTest && { test: true }), ...(currentSandbox() && { livemode: false }) };
}
