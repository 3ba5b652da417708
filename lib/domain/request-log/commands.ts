import { retryConflicts } from "@/lib/domain/context";
import { preparedWrite } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";

/** A request by a live key. Contains nothing that the client sent. */
export interface RequestEntry {
  id: string;
  /** Unix milliseconds: serializing a date would cost as much as all other fields. */
  createdAtMs: number;
  /** The account or app whose log contains it. */
  userId: string;
  /** The key or grant; in the log of an app, the app. */
  keyId: string;
  /** Method and path of the operation as declared; null if there is none. */
  operation: string | null;
  status: number;
  error: string | null;
  durationMs: number;
  requestBytes: number | null;
  responseBytes: number;
  /** How many requests it represents. */
  times: number;
  /** Beyond the account's limit of listed requests: only counted. */
  isUnlisted?: true;
}

/**
 * Writes a batch, and counts those of its rows that are new, so that it can be written again if it is unknown whether
 * it was. Unlisted requests are counted each time. Counts are updated in the order of their key, so that concurrent
 * processes do not deadlock.
 */
export async function writeRequests(entries: readonly RequestEntry[]): Promise<void> {
  await retryConflicts(() =>
    preparedWrite(
      "requestLog.write",
      sql`
      WITH entry AS (
        SELECT to_timestamp("createdAtMs" / 1000) AS "createdAt", *
          FROM json_to_recordset(${JSON.stringify(entries)}::json) entry(
            "userId" text, "createdAtMs" float8, id text, "keyId" text, operation text, status smallint,
            error text, "durationMs" real, "requestBytes" int, "responseBytes" int, times int, "isUnlisted" boolean)),
      inserted AS (
        INSERT INTO "ApiRequest" ("userId", "createdAt", id, "keyId", operation, status, error, "durationMs",
                                  "requestBytes", "responseBytes", times)
        SELECT "userId", "createdAt", id, "keyId", operation, status, error, "durationMs",
               "requestBytes", "responseBytes", times
          FROM entry WHERE "isUnlisted" IS NULL
        ON CONFLICT DO NOTHING
        RETURNING "userId", "createdAt", "keyId", error, times)
      INSERT INTO "ApiRequestCount" ("userId", hour, "keyId", error, requests)
      SELECT "userId", date_trunc('hour', "createdAt", 'UTC') AS hour, "keyId", COALESCE(error, '') AS code, sum(times)
        FROM (SELECT * FROM inserted UNION ALL
              SELECT "userId", "createdAt", "keyId", error, times FROM entry WHERE "isUnlisted") request
       GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
      ON CONFLICT ("userId", hour, "keyId", error)
        DO UPDATE SET requests = "ApiRequestCount".requests + excluded.requests`,
    ),
  );
}
