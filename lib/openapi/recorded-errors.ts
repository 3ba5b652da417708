import type { z } from "zod";
import type { ApiErrorCode } from "@/lib/http/response/error-guide";
import type { errorEnvelope } from "@/lib/openapi/document/error-envelope";
import recorded from "./recorded-errors.json";

/** A request that a test sent to the built server, and its response. */
export interface RecordedError {
  request: {
    method: string;
    path: string;
    headers: Record<string, string>;
    /** The body as sent; only the beginning of a long one. */
    body?: string;
  };
  response: { status: number; headers: Record<string, string>; body: z.output<typeof errorEnvelope> };
}

/** The placeholder in the record for a deployment's URL. */
export const RECORDED_SITE = "https://pegboard.example";

const RECORDED = recorded satisfies Record<ApiErrorCode, unknown> as unknown as Record<ApiErrorCode, RecordedError>;

export function recordedError(code: ApiErrorCode, siteUrl: string): RecordedError {
  return JSON.parse(JSON.stringify(RECORDED[code]).replaceAll(RECORDED_SITE, siteUrl)) as RecordedError;
}
