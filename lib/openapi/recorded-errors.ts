import type { z } from "zod";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import type { errorEnvelope } from "@/lib/openapi/document/failures";
import recorded from "./recorded-errors.json";

/** A request that a test sent to the built server, and what it was answered. */
export interface RecordedError {
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    /** As it was sent; of a long one, its beginning. */
    body?: string;
  };
  response: { status: number; headers: Record<string, string>; body: z.output<typeof errorEnvelope> };
}

/** The address that stands in the record for a deployment's own. */
export const RECORDED_SITE = "https://pegboard.example";

const RECORDED = recorded satisfies Record<ApiErrorCode, unknown> as unknown as Record<ApiErrorCode, RecordedError>;

/** Returns how an error came about and looked, as a deployment at `siteUrl` would answer. */
export function recordedError(code: ApiErrorCode, siteUrl: string): RecordedError {
  return JSON.parse(JSON.stringify(RECORDED[code]).replaceAll(RECORDED_SITE, siteUrl)) as RecordedError;
}
