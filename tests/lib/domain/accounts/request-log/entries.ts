import { newRequestId } from "@/lib/domain/kernel/id";
import type { RequestEntry } from "@/lib/domain/accounts/request-log/commands";

/** A logged request of an account, whose key has the same id. */
export function newEntry(userId: string, changes: Partial<RequestEntry> = {}): RequestEntry {
  const createdAtMs = changes.createdAtMs ?? Date.now();
  return {
    id: newRequestId(new Date(createdAtMs)),
    createdAtMs,
    userId,
    keyId: `key_${userId}`,
    operation: "GET /api/v1/me",
    status: 200,
    error: null,
    durationMs: 2.5,
    requestBytes: 0,
    responseBytes: 412,
    times: 1,
    ...changes,
  };
}
