/** What each version of the public API added, the newest first; `date` is the day of its release. */
export const API_CHANGES: { version: string; date: string; changes: string[] }[] = [
  {
    version: "v1.5",
    date: "2026-11-28",
    changes: [
      "Read what others do from your log of events without an endpoint: `POST /api/v1/events/subscribe`, for 30 days each time.",
      "The log of events goes on while an endpoint is disabled. `gaps` of an endpoint and the entry `log.interrupted` of the log say what is missing, from when to when.",
      "Notifications that stand for several have `merged`: the ids and links of the others.",
      "`data` of `POST /api/v1/events/test`.",
      "The categories of builds: `GET /api/v1/categories`.",
      "A request of your keys by its `X-Request-Id`: `GET /api/v1/requests/{id}`, and `id` as a filter of the list.",
      "Only events of some names: `GET /api/v1/events?types=`.",
      "Up to 100 posts at once, by id: `GET /api/v1/posts?ids=`.",
      "What notifications and events are about, in the same response: `include=post,comment`.",
      "A webhook endpoint has `description`, `disabledReason` and `gaps` in every response.",
      "The document states the length of every text, and declares OAuth.",
    ],
  },
  {
    version: "v1.4",
    date: "2026-11-26",
    changes: [
      "Edit a post within a day, with `If-Match` against lost updates (412 `precondition_failed`), and read its history. Posts have `editedAt`.",
      "Edit and delete comments, and remove those below your posts. Comments have `editedAt` and `deleted`.",
      "The requests of your keys and what failed: `GET /api/v1/requests` and its summary.",
      "The `RateLimit` headers of a write name every budget that it spent.",
      "With a key, what people do in the app: change the profile, mark notifications as read, repost, search, claim quests, read coins and duels, use rooms, publish builds, and, for editors, write the blog and the news. New scopes: `write:reposts`, `write:profile`, `write:notifications`, `read:quests`, `write:quests`, `read:coins`, `read:rooms`, `write:rooms`, `read:requests`, `read:duels`, `write:builds`, `write:content`.",
      "A sandbox: test keys, people to act as, a clock to move. New scope: `manage:sandbox`.",
      "Apps that act for other people, by OAuth 2.1.",
      "Events of what others do: `incoming.*`, `build.sold`, `quest.finished`, `bet.settled`, `notification.created`.",
      "Operations as tools for language models, by the Model Context Protocol at `/mcp`.",
      "Report what breaks the rules, with the new scope `write:reports`.",
      "The events `post.updated`, `comment.updated` and `comment.deleted`. Endpoints that subscribed to `*` receive them as well.",
    ],
  },
  {
    version: "v1.3",
    date: "2026-11-22",
    changes: [
      "Duels: the leaderboard `duel`, the events `duel.challenged` and `duel.finished`, and notifications of both. Endpoints that subscribed to `*` receive the new events as well.",
    ],
  },
  {
    version: "v1.2",
    date: "2026-11-21",
    changes: [
      "API keys with scopes, expiry and rotation.",
      "One error format, with `type`, `code` and `request_id`.",
      "`X-RateLimit-*` and `RateLimit` headers on every response.",
      "`Idempotency-Key` on writes.",
      "Webhooks: signed, retried, and with a log of attempts.",
      "Single posts, likes, comments, bookmarks, public profiles, followers and following; your followers, notifications and bookmarks; builds, blog, news and leaderboards.",
      "The OpenAPI document.",
    ],
  },
  { version: "v1.1", date: "2026-11-21", changes: ["Image upload, and `media_ids` when creating a post."] },
  { version: "v1", date: "2026-11-21", changes: ["Your account, your posts (list and create), and the feed."] },
];
