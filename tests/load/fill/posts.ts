import { insert, moments, type Steps } from "./steps";

/** Every eighth post is by the first account, including the very first one, which has the long discussion. */
const author = (i: string, users: number) =>
  `pg_temp.id('user', CASE WHEN ${i} % 8 = 1 THEN 1 ELSE pg_temp.favour(${i}, 2, ${users}) END)`;

/**
 * Everybody likes the same number of posts, one from each section of all posts. Sections grow, so that older posts have
 * more likes.
 */
export const likes: Steps = ({ users, posts, likes }) => {
  const each = likes / users;
  return [
    insert(
      "Like",
      likes,
      `"postId", "userId", "createdAt"`,
      `pg_temp.id('post', start + pg_temp.pick(i, 3, stop - start)), pg_temp.id('user', 1 + (i - 1) / ${each}), pg_temp.moment(i, ${likes})`,
      `CROSS JOIN LATERAL (SELECT (i - 1) % ${each} AS slot) of
       CROSS JOIN LATERAL (SELECT ${posts} * slot * slot / ${each ** 2} AS start,
                                  ${posts} * (slot + 1) * (slot + 1) / ${each ** 2} AS stop) stretch`,
    ),
  ];
};

/** Everybody reposts a few public posts. */
export const reposts: Steps = ({ users, posts, likes }) => [
  insert(
    "Repost",
    likes / 4,
    `"postId", "userId", "createdAt"`,
    `pg_temp.id('post', post), pg_temp.id('user', pg_temp.pick(i, 7, ${users})), pg_temp.moment(post, ${posts}) + interval '1 hour'`,
    `CROSS JOIN LATERAL (SELECT pg_temp.pick(i, 6, ${posts}) AS post) passed
     WHERE post % 20 NOT IN (7, 13) AND post % 50 <> 27 AND post % 100 NOT IN (41, 61) ON CONFLICT DO NOTHING`,
  ),
];

/** The first post has a long discussion, the first comment many replies, and the other posts a few comments. */
export const comments: Steps = ({ users, posts, depth }) => {
  const rows = 2 * depth + posts / 4;
  return [
    insert(
      "Comment",
      rows,
      `id, "postId", "authorId", "parentId", content, "repliesCount", "createdAt"`,
      `pg_temp.id('cmt', i), pg_temp.id('post', CASE WHEN i <= ${2 * depth} THEN 1 ELSE pg_temp.pick(i, 4, ${posts}) END),
       pg_temp.id('user', pg_temp.favour(i, 5, ${users})),
       CASE WHEN i > ${depth} AND i <= ${2 * depth} THEN pg_temp.id('cmt', 1) END,
       pg_temp.words(i), CASE i WHEN 1 THEN ${depth} ELSE 0 END, pg_temp.moment(i, ${rows})`,
    ),
  ];
};

/** One tag is on every fourth post, one so rare that a scan of all posts would be noticed. */
const TAGS = `CASE WHEN i % 4 = 0 THEN ARRAY['many'] WHEN i % 1000 = 502 THEN ARRAY['rare'] ELSE '{}'::text[] END`;

/** The tags of posts, as their trigger lists them, and what people follow: one account many, another both of these. */
export const tags: Steps = ({ posts, depth }) => [
  insert(
    "PostTag",
    posts,
    `tag, name, "postId", "authorId", "createdAt"`,
    `p.tags[1], p.tags[1], p.id, p."authorId", p."createdAt"`,
    `JOIN "Post" p ON p.id = pg_temp.id('post', i) WHERE p.tags <> '{}' AND p."deletedAt" IS NULL
       AND p.audience = 'PUBLIC' AND p."communityId" IS NULL AND p."priceCoins" IS NULL`,
  ),
  insert("Tag", depth, `tag, people`, `CASE i WHEN 1 THEN 'many' WHEN 2 THEN 'rare' ELSE 'tag_' || i END, i % 9`),
  insert("TagFollow", depth, `"userId", tag, "createdAt"`, `pg_temp.id('user', 9), 'tag_' || i, at`, moments(depth)),
  insert(
    "TagFollow",
    2,
    `"userId", tag, "createdAt"`,
    `pg_temp.id('user', 2), CASE i WHEN 1 THEN 'many' ELSE 'rare' END, at`,
    moments(2),
  ),
];

/** Every tenth post, a public one, quotes the first; every thousandth quotes the second. */
const QUOTED = `CASE WHEN i % 10 = 4 THEN pg_temp.id('post', 1) WHEN i % 1000 = 503 THEN pg_temp.id('post', 2) END`;

/** Everybody has scheduled some; the first account far more than it may. */
export const scheduledPosts: Steps = ({ users, depth }) => [
  insert(
    "ScheduledPost",
    depth,
    `id, "authorId", content, audience, "publishAt", "createdAt"`,
    `pg_temp.id('sched', i), ${author("i", users)}, pg_temp.words(i), 'PUBLIC', at + interval '1 year', at`,
    moments(depth),
  ),
];

/** Written after the rows that it counts. One in ten is not public, one in fifty is deleted. */
export const posts: Steps = ({ users, posts }) => [
  insert(
    "Post",
    posts,
    `id, "authorId", content, tags, "tagNames", audience, "communityId", "priceCoins", "createdAt", "deletedAt",
     "quoteId", "likesCount", "commentsCount", "repostsCount", "quotesCount", "viewsCount"`,
    `id, ${author("i", users)}, pg_temp.words(i), ${TAGS}, ${TAGS},
     (CASE i % 20 WHEN 7 THEN 'FOLLOWERS' WHEN 13 THEN 'PRIVATE' ELSE 'PUBLIC' END)::"Audience",
     CASE i % 100 WHEN 41 THEN 'community_1' END, CASE i % 100 WHEN 61 THEN 5 END, pg_temp.moment(i, ${posts}),
     CASE i % 50 WHEN 27 THEN pg_temp.moment(i, ${posts}) END,
     ${QUOTED}, (SELECT count(*) FROM "Like" WHERE "postId" = post.id), COALESCE(said.count, 0),
     (SELECT count(*) FROM "Repost" WHERE "postId" = post.id),
     CASE i WHEN 1 THEN ${Math.floor((posts + 6) / 10)} WHEN 2 THEN ${Math.floor((posts + 497) / 1000)} ELSE 0 END,
     i % 900`,
    // No index finds a post's comments and replies together, so one pass counts them all.
    `CROSS JOIN LATERAL (SELECT pg_temp.id('post', i) AS id) post
     LEFT JOIN (SELECT "postId", count(*) FROM "Comment" GROUP BY 1) said ON said."postId" = post.id`,
  ),
];

/** One post in twenty has a picture. */
export const media: Steps = ({ users, posts }) => [
  insert(
    "Media",
    posts / 20,
    `id, "ownerId", "postId", "contentType", width, height, bytes, "storageKey", "createdAt"`,
    `pg_temp.id('media', i), ${author("(i * 20 - 19)", users)}, pg_temp.id('post', i * 20 - 19), 'image/webp', 1200, 800, 90000,
     'none/' || i, pg_temp.moment(i * 20, ${posts})`,
  ),
];

/** Of public posts: many by the first account, a few by everybody. */
export const bookmarks: Steps = ({ users, posts, depth }) => {
  const bookmark = (rows: number, post: string, user: string) =>
    insert(
      "Bookmark",
      rows,
      `"postId", "userId", "createdAt"`,
      `pg_temp.id('post', ${post}), pg_temp.id('user', ${user}), pg_temp.moment(i, ${rows})`,
    );
  return [
    bookmark(depth, `i * ${Math.floor(posts / depth)} - 2`, "1"),
    bookmark(2 * users - 2, `i * ${Math.floor(posts / (2 * users))} - 2`, "2 + (i - 1) / 2"),
  ];
};
