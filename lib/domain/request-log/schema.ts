import { z } from "zod";
import { EXAMINED_ROWS, MEASURED_ROWS, REQUEST_RETENTION_DAYS, STATUS_CLASSES, SUMMARY_PERIODS } from "./rules";

const isoTime = z.iso.datetime();

export const loggedRequest = z
  .object({
    id: z.string().meta({
      description: "The `X-Request-Id` of the response.",
      example: "req_8sKd02mXq1ZpVtB7cYwR4uLn",
    }),
    createdAt: isoTime.meta({ description: "When the request arrived." }),
    keyId: z.string().meta({ description: "The key that was used.", example: "key_0VhQ3kTz00aB3dE5fG7hJ9" }),
    operation: z.string().nullable().meta({
      description: "The operation as this document declares it; null where no operation has the path and method.",
      example: "GET /api/v1/me",
    }),
    status: z.number().int().meta({ description: "The HTTP status of the response.", example: 200 }),
    error: z.string().nullable().meta({ description: "The `code` of the error, if it was one.", example: "not_found" }),
    durationMs: z.number().meta({ description: "How long the response took, in milliseconds.", example: 4.2 }),
    requestBytes: z
      .number()
      .int()
      .nullable()
      .meta({ description: "The length of the request's body; null where the request did not say.", example: 0 }),
    responseBytes: z.number().int().meta({ description: "The length of the response's body.", example: 412 }),
    times: z.number().int().meta({
      description:
        "How many requests this stands for. Those that the limits reject, or that no operation answers, are logged once a second with their number.",
      example: 1,
    }),
  })
  .meta({
    id: "LoggedRequest",
    description: `A request that one of your keys made in the last ${REQUEST_RETENTION_DAYS} days. Nothing that the request sent is kept.`,
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

const bucket = z.object({
  startsAt: isoTime,
  requests: z.number().int().meta({ example: 120 }),
  errors: z.number().int().meta({ description: "How many of them had a status of 400 or above.", example: 3 }),
});

const errorCount = z.object({
  code: z.string().meta({ example: "not_found" }),
  requests: z.number().int().meta({ example: 3 }),
  docUrl: z.string().meta({
    description: "What the documentation says about this error.",
    example: "https://pegboard.dev/docs/api#error-not_found",
  }),
});

const milliseconds = z.number().nullable().meta({ description: "Null without requests.", example: 4.2 });

export const requestSummary = z
  .object({
    per: z.enum(["hour", "day"]),
    requests: z.number().int().meta({ description: "All requests of the period.", example: 120 }),
    errors: z.number().int().meta({ description: "How many of them failed.", example: 3 }),
    buckets: z.array(bucket).meta({ description: "Every hour or day of the period, oldest first." }),
    errorCodes: z.array(errorCount).meta({ description: "Errors by code, most frequent first." }),
    p50Ms: milliseconds,
    p95Ms: milliseconds,
  })
  .meta({
    id: "RequestSummary",
    description: `How often your keys were used, and what failed. The durations are those of the newest ${MEASURED_ROWS.toLocaleString("en")} rows of the period's log.`,
  });

export type LoggedRequest = z.input<typeof loggedRequest>;
export type RequestFilter = z.output<typeof requestFilter>;
export type RequestSummary = z.input<typeof requestSummary>;

/** What the list's description says of filters that match few requests. */
export const FILTER_NOTE = `A filtered page looks at ${EXAMINED_ROWS.toLocaleString("en")} requests at most, so it may have fewer items than \`limit\`, or none, and still a \`nextCursor\`.`;
