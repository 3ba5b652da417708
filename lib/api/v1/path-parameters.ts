/** Descriptions of the path parameters, by the path segment before them. */
export const PATH_PARAMETERS: Record<string, { description: string; example: string }> = {
  "posts/{id}": { description: "The post's id.", example: "post_0VhQ3kTzAbCdEfGhIjKlMn" },
  "comments/{id}": { description: "The comment's id.", example: "cmt_0VhQ3kU0ZyXwVuTsRqPoNm" },
  "users/{handle}": { description: "The user's handle, without the @.", example: "ada" },
  "builds/{slug}": { description: "The build's slug.", example: "brass-abacus" },
  "blog/{slug}": { description: "The blog post's slug.", example: "how-the-ball-falls" },
  "news/{slug}": { description: "The article's slug.", example: "how-the-ball-falls" },
  "quests/{key}": { description: "The quest's key.", example: "like" },
  "rooms/{code}": { description: "The room's code, in any case.", example: "QX7KPB" },
  "messages/{id}": { description: "The message's id.", example: "rmsg_0VhQ3kTzAbCdEfGhIjKlMn" },
  "reactions/{emoji}": { description: "One emoji, URL-encoded.", example: "👍" },
  "challenge/{id}": { description: "The duel's id.", example: "duel_0VhQ3kTzAbCdEfGhIjKlMn" },
  "ranked/{game}": { description: "The ranked game's key.", example: "duel" },
  "leaderboards/{game}": { description: "The game's key.", example: "plinko" },
  "webhooks/{id}": { description: "The endpoint's id.", example: "whe_0VhQ3kTzAbCdEfGhIjKlMn" },
  "deliveries/{deliveryId}": { description: "The delivery's id.", example: "whd_0VhQ3kTzAbCdEfGhIjKlMn" },
};
