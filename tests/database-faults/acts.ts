import type { Handlers } from "@/lib/http/handlers";

/** What the acts of a run are about. */
export interface Subject {
  /** The content of what is written; no other run has it. */
  content: string;
  /** A post of Ben's. */
  postId: string;
  /** A post of the actor's own. */
  ownPostId: string;
}

export interface Act {
  route: (subject: Subject) => `${keyof Handlers} /api/${string}`;
  json?: (subject: Subject) => object;
  /** The statement that counts how often the actor, `$1`, has done it; and what else it asks for. */
  count: { sql: string; about: (subject: Subject) => string[] };
  /** Whether it is asked without a key, so that it cannot be asked again. */
  isKeyless?: true;
}

const events = (name: string, about: (subject: Subject) => string): Act["count"] => ({
  sql: `SELECT count(*)::int FROM "Event" WHERE "userId" = $1 AND name = '${name}' AND data->>'postId' = $2`,
  about: (subject) => [about(subject)],
});

const post = (suffix: string): Act => ({
  route: () => "POST /api/v1/posts",
  json: ({ content }) => ({ content: content + suffix }),
  count: {
    sql: `SELECT count(*)::int FROM "Post" WHERE "authorId" = $1 AND content = $2`,
    about: ({ content }) => [content + suffix],
  },
});
/** Acts that write in one transaction, each with other statements, in the API and on the site. */
export const ACTS = {
  "writes a post": post(""),
  "writes a post without a key": { ...post(", without a key"), isKeyless: true },
  "comments on a post": {
    route: ({ postId }) => `POST /api/v1/posts/${postId}/comments`,
    json: ({ content }) => ({ content }),
    count: {
      sql: `SELECT count(*)::int FROM "Comment" WHERE "authorId" = $1 AND content = $2`,
      about: ({ content }) => [content],
    },
  },
  "likes a post": {
    route: ({ postId }) => `POST /api/v1/posts/${postId}/like`,
    count: events("like.created", ({ postId }) => postId),
  },
  "bookmarks a post": {
    route: ({ postId }) => `POST /api/v1/posts/${postId}/bookmark`,
    count: events("bookmark.created", ({ postId }) => postId),
  },
  "deletes a post": {
    route: ({ ownPostId }) => `DELETE /api/v1/posts/${ownPostId}`,
    count: events("post.deleted", ({ ownPostId }) => ownPostId),
  },
  "reposts a post on the site": {
    route: ({ postId }) => `POST /api/posts/${postId}/repost`,
    count: {
      sql: `SELECT count(*)::int FROM "Repost" WHERE "userId" = $1 AND "postId" = $2`,
      about: ({ postId }) => [postId],
    },
  },
  "bets on the site": {
    route: () => "POST /api/coins/bet",
    json: () => ({ bin: 2, amount: 1 }),
    count: { sql: `SELECT count(*)::int FROM "Drop" WHERE "userId" = $1`, about: () => [] },
  },
} satisfies Record<string, Act>;

export type ActName = keyof typeof ACTS;
export const ACT_NAMES = Object.keys(ACTS) as ActName[];
