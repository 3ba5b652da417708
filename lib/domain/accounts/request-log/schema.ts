import { z } from "zod";
import {
  EXAMINED_ROWS,
  MAX_LISTED_PER_HOUR,
  MEASURED_ROWS,
  REQUEST_RETENTION_DAYS,
  STATUS_CLASSES,
  SUMMARY_PERIODS,
} from "./rules";

const isoTime = z.iso.datetime();

export const loggedRequest = z
  .object({
    id: z.string().meta({ description: "The response’s `X-Request-Id`.", example: "req_8sKd02mXq1ZpVtB7cYwR4uLn" }),
    createdAt: isoTime,
    keyId: z.string().meta({ example: "key_0VhQ3kTz00aB3dE5fG7hJ9" }),
    operation: z
      .string()
      .nullable()
      .meta({ description: "Null where no operation has the path and method.", example: "GET /api/v1/me" }),
    status: z.number().int().meta({ example: 200 }),
    error: z.string().nullable().meta({ description: "The error’s `code`.", example: null }),
    durationMs: z.number().meta({ example: 4.2 }),
    requestBytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: "Of the body; null where the request did not say.", example: 0 }),
    responseBytes: z.number().int().meta({ example: 412 }),
    times: z.number().int().meta({
      description:
        "How many requests this stands for: those that a limit rejects, or no operation answers, are counted for a second.",
      example: 1,
    }),
  })
  .meta({
    id: "LoggedRequest",
    description: `A request of one of your keys in the last ${REQUEST_RETENTION_DAYS} days. Nothing that it sent is kept.`,
  });

const ofKey = z.string().max(64).optional().meta({ description: "Only requests of this key, by its id." });

export const requestFilter = z.object({
  key: ofKey,
  status: z
    .enum(STATUS_CLASSES)
    .optional()
    .meta({ description: "Only responses of this class; `errors` for 4xx and 5xx." }),
  error: z
    .string()
    .max(64)
    .optional()
    .meta({ description: "Only responses with this error code.", example: "rate_limited" }),
  operation: z
    .string()
    .max(200)
    .optional()
    .meta({ description: "Only this operation, as it is declared.", example: "POST /api/v1/posts" }),
  id: z.string().max(64).optional().meta({ description: "Only the request with this id." }),
});

export const summaryQuery = z.object({
  key: ofKey,
  per: z
    .enum(["hour", "day"])
    .default("hour")
    .meta({
      description: `\`hour\` for the last ${SUMMARY_PERIODS.hour.buckets} hours, \`day\` for the last ${SUMMARY_PERIODS.day.buckets} days, both in UTC.`,
    }),
});

const count = z.number().int();

const bucket = z.object({ startsAt: isoTime, requests: count, errors: count });

const errorCount = z.object({
  code: z.string().meta({ example: "not_found" }),
  requests: count,
  docUrl: z.string().meta({ example: "https://pegboard.dev/docs/errors/not_found" }),
});

const milliseconds = z.number().nullable();

export const requestSummary = z
  .object({
    per: z.enum(["hour", "day"]),
    requests: count.meta({ example: 120 }),
    errors: count.meta({ description: "Those of status 400 and above.", example: 3 }),
    buckets: z.array(bucket).meta({ description: "Every hour or day, oldest first." }),
    errorCodes: z.array(errorCount).meta({ description: "Most frequent first." }),
    p50Ms: milliseconds.meta({ description: "Null without requests.", example: 4.2 }),
    p95Ms: milliseconds.meta({ example: 18.5 }),
  })
  .meta({
    id: "RequestSummary",
    description: `The requests of your keys, and how long the newest ${MEASURED_ROWS.toLocaleString("en")} of the period took.`,
  });

export const appRequest = loggedRequest.omit({ keyId: true });
export const appRequestFilter = requestFilter.omit({ key: true, id: true });
export const appSummaryQuery = summaryQuery.omit({ key: true });
export const appRequestSummary = requestSummary.extend({
  /** Accounts that currently authorize it. */
  accounts: count,
});

export type AppRequest = z.input<typeof appRequest>;
export type AppRequestFilter = z.output<typeof appRequestFilter>;
export type AppRequestSummary = z.input<typeof appRequestSummary>;
export type LoggedRequest = z.input<typeof loggedRequest>;
export type RequestFilter = z.output<typeof requestFilter>;
export type RequestSummary = z.input<typeof requestSummary>;

export const BOUNDS_NOTE = `A filtered page looks at ${EXAMINED_ROWS.toLocaleString("en")} requests at most, so it may have fewer items than \`limit\`, or none, and still a \`nextCursor\`. Beyond ${MAX_LISTED_PER_HOUR.toLocaleString("en")} an hour, requests may be counted in the summary alone.`;
