import { insert, moments, type Step, type Steps } from "./steps";

const FIRST = `pg_temp.id('user', 1)`;
const SOMEBODY = `pg_temp.id('user', 2)`;

/** Reports of which half are open, decisions about the first account that it appealed, and what its log says. */
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
    `pg_temp.id('rep', i), ${SOMEBODY}, 'post', pg_temp.id('post', i), ${FIRST}, 'spam',
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
