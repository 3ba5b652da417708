import { insert, type Steps } from "./steps";

/** The maximum of people whom each follows: themselves and duplicates are omitted. */
const FOLLOWS = 8;

/** People whom somebody has blocked. */
const HIDDEN = 500;

/** Everybody follows the first account, and it follows everybody; the others have favourites. */
export const follows: Steps = ({ users }) => [
  insert(
    "Follow",
    users * FOLLOWS,
    `"followerId", "followeeId", "createdAt"`,
    `pg_temp.id('user', a), pg_temp.id('user', b), pg_temp.moment(i, ${users * FOLLOWS})`,
    `CROSS JOIN LATERAL (SELECT 1 + (i - 1) / ${FOLLOWS} AS who, (i - 1) % ${FOLLOWS} AS slot) of
     CROSS JOIN LATERAL (SELECT CASE slot WHEN 1 THEN 1 ELSE who END AS a,
                                CASE slot WHEN 0 THEN 1 WHEN 1 THEN who ELSE pg_temp.favour(i, 1, ${users}) END AS b) pair
     WHERE a <> b ON CONFLICT DO NOTHING`,
  ),
];

/** Somebody who has blocked and muted many, and was blocked by as many, none of whom they follow. */
export const hidden: Steps = ({ users }) => {
  const rows = Math.min(HIDDEN, users - 10);
  const hiding = (reason: string, viewer: string, person: string) =>
    insert(
      "HiddenPerson",
      rows,
      `"viewerId", "personId", reason, "createdAt"`,
      `viewer, person, '${reason}', pg_temp.moment(i, ${rows})`,
      `CROSS JOIN LATERAL (SELECT pg_temp.id('user', ${viewer}) AS viewer, pg_temp.id('user', ${person}) AS person) pair
       WHERE NOT EXISTS (SELECT 1 FROM "Follow" WHERE ("followerId", "followeeId") IN ((viewer, person), (person, viewer)))`,
    );
  return [hiding("blocked", "3", "i + 10"), hiding("blocked_by", "i + 10", "3"), hiding("muted", "3", "i + 5")];
};

/** Written after the rows that it counts. */
export const users: Steps = ({ users, depth }) => [
  insert(
    "User",
    users,
    `id, handle, name, bio, "createdAt", "followersCount", "followingCount", "postsCount", "publicPostsCount", "eventPosition"`,
    `id, 'user_' || i, 'User ' || i, pg_temp.words(i), timestamptz '2024-01-01' + i * interval '1 minute',
     (SELECT count(*) FROM "Follow" WHERE "followeeId" = who.id),
     (SELECT count(*) FROM "Follow" WHERE "followerId" = who.id),
     (SELECT count(*) FROM "Post" WHERE "authorId" = who.id AND "deletedAt" IS NULL),
     (SELECT count(*) FROM "Post" WHERE "authorId" = who.id AND "deletedAt" IS NULL AND audience = 'PUBLIC'),
     CASE WHEN i = 1 THEN ${depth} WHEN i % 10 = 0 THEN 1 ELSE 0 END`,
    `CROSS JOIN LATERAL (SELECT pg_temp.id('user', i) AS id) who`,
  ),
];

/** The first account has notifications of likes by everybody, every fifth a mention, and the others one more. */
export const notifications: Steps = ({ users, depth }) => {
  const notified = (rows: number, id: string, user: string, actor: string, post: number) =>
    insert(
      "Notification",
      rows,
      `id, "userId", "actorId", type, "subjectId", preview, link, "readAt", "createdAt"`,
      `pg_temp.id('${id}', i), pg_temp.id('user', ${user}), pg_temp.id('user', ${actor}),
       (CASE WHEN i % 5 = 0 THEN 'MENTION' ELSE 'LIKE' END)::"NotificationType", pg_temp.id('post', ${post}), 'Row of many',
       '/posts/' || pg_temp.id('post', ${post}), CASE WHEN i % 3 = 0 THEN NULL ELSE pg_temp.moment(i, ${rows}) END, pg_temp.moment(i, ${rows})`,
    );
  return [notified(depth, "ntf", "1", "i", 1), notified(users - 1, "nte", "i + 1", "i", 2)];
};
