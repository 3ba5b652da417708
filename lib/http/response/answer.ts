import type { StoredResponse } from "@/lib/http/pipeline/idempotency";
import type { PreparedBody } from "./prepared-body";

/** What `run` returned, for an operation whose response is streamed. */
export interface Streamed {
  stream: unknown;
}

export type Answer = StoredResponse | PreparedBody | Streamed;
