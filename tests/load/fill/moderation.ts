import { insert, moments, type Step, type Steps } from "./steps";

const FIRST = `pg_temp.id('user', 1)`;
const SOMEBODY = `pg_temp.id('user', 2)`;

/** The rare ones are sparse, as in tests/load/fill/content.ts. */
const TYPE = `(CASE WHEN i % 1000 = 501 THEN 'comment' ELSE 'post' END)::"ReportSubject"`;
/** Most are about one account. With all of them, PostgreSQL would expect none about another. */
const ABOUT = `CASE WHEN i % 10 = 0 THEN pg_temp.id('user', 3 + i % 90) ELSE ${FIRST} END`;
const REASON = `CASE WHEN i % 1000 = 502 THEN 'harassment' ELSE 'spam' END`;

/** Reports, half of them open; decisions about the first account, which it appealed, and its audit log. */
export const moderation: Steps = ({ depth }): Step[] => [
  insert(
    "Decision",
    depth,
    `id, "moderatorId", "accountId", "subjectType", "subjectId", action, reason, "createdAt"`,
    `pg_temp.id('dec', i), ${SOMEBODY}, ${FIRST}, 'post', pg_temp.id('post', i), 'warn', pg_temp.words(i), at`,
    moments(depth),
  ),
  insert(
    "Report",
    2 * depth,
    `id, "reporterId", "subjectType", "subjectId", "accountId", reason, snapshot, status, "decisionId", "createdAt"`,
    `pg_temp.id('rep', i), ${SOMEBODY}, ${TYPE}, pg_temp.id('post', i), ${ABOUT}, ${REASON},
     jsonb_build_object('content', pg_temp.words(i), 'media', '[]'::jsonb, 'link', '/',
       'createdAt', '2024-06-01T00:00:00.000Z', 'author', jsonb_build_object('id', ${FIRST}, 'name', '', 'handle', '', 'image', '')),
     (CASE WHEN i > ${depth} THEN 'open' ELSE 'acted' END)::"ReportStatus",
     CASE WHEN i > ${depth} THEN NULL ELSE pg_temp.id('dec', i) END, at`,
    moments(2 * depth),
  ),
  insert(
    "Appeal",
    depth,
    `"decisionId", content, "createdAt"`,
    `pg_temp.id('dec', i), pg_temp.words(i), at`,
    moments(depth),
  ),
  insert(
    "AuditEntry",
    depth,
    `id, action, "actorId", "accountId", "requestId", "createdAt"`,
    `pg_temp.id('aud', i), 'sign-in', ${FIRST}, ${FIRST}, '', at`,
    moments(depth),
  ),
];
