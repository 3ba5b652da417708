import { insert, type Steps } from "./steps";

/**
 * The first account's requests of the last days, one in eight of them failed, and one request of every tenth account.
 */
export const requests: Steps = ({ users, depth }) => [
  insert("ApiRequest", depth, COLUMNS, rowOf("'one'", "1", `i * (interval '6 days' / ${depth})`)),
  insert("ApiRequest", users / 10, COLUMNS, rowOf("'many'", "i * 10", "interval '1 day'")),
  insert(
    "ApiRequestCount",
    1,
    `"userId", hour, "keyId", error, requests`,
    `r."userId", date_trunc('hour', r."createdAt", 'UTC'), r."keyId", COALESCE(r.error, ''), sum(r.times)`,
    `CROSS JOIN "ApiRequest" r GROUP BY 1, 2, 3, 4`,
  ),
];

const COLUMNS = `"userId", "createdAt", id, "keyId", operation, status, error, "durationMs", "requestBytes", "responseBytes", times`;

function rowOf(kind: string, user: string, age: string): string {
  return `pg_temp.id('user', ${user}), now() - ${age}, 'req_' || ${kind} || i, 'key_' || ${user}, 'GET /api/v1/me',
     CASE i % 8 WHEN 0 THEN 404 ELSE 200 END, CASE i % 8 WHEN 0 THEN 'not_found' END, i % 50, 0, 412, 1`;
}
