import { Anchor, Prose } from "@/components/api-docs/prose";

const CHANGES = [
  {
    version: "v1.5",
    changes: [
      "Read what others do from your log of events without an endpoint: `POST /api/v1/events/subscribe`.",
      "The categories of builds: `GET /api/v1/categories`.",
      "A request of your keys by its `X-Request-Id`: `GET /api/v1/requests/{id}`, and `id` as a filter of the list.",
    ],
  },
  {
    version: "v1.4",
    changes: [
      "Edit a post within a day, with `If-Match` against lost updates (412 `precondition_failed`), and read its history. Posts have `editedAt`.",
      "Edit and delete comments, and remove those below your posts. Comments have `editedAt` and `deleted`.",
      "The requests of your keys and what failed: `GET /api/v1/requests` and its summary.",
      "The `RateLimit` headers of a write name every budget that it spent.",
      "A sandbox: test keys, people to act as, a clock to move.",
      "Apps that act for other people, by OAuth 2.1.",
      "Events of what others do: `incoming.*`, `build.sold`, `quest.finished`, `bet.settled`, `notification.created`.",
      "Operations as tools for language models, by the Model Context Protocol at `/mcp`.",
      "Report what breaks the rules, with the new scope `write:reports`.",
      "The events `post.updated`, `comment.updated` and `comment.deleted`. Endpoints that subscribed to `*` receive them as well.",
    ],
  },
  {
    version: "v1.3",
    changes: [
      "Duels: the leaderboard `duel`, the events `duel.challenged` and `duel.finished`, and notifications of both. Endpoints that subscribed to `*` receive the new events as well.",
    ],
  },
  {
    version: "v1.2",
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
  { version: "v1.1", changes: ["Image upload, and `media_ids` when creating a post."] },
  { version: "v1", changes: ["Your account, your posts (list and create), and the feed."] },
];

export function Changelog() {
  return (
    <div className="grid gap-x-10 gap-y-6 pt-8 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="max-w-prose space-y-3">
        <p>
          The version is part of the path. Within <Prose text="`/api/v1`" />, only additions are made: operations,
          optional fields, and values that you can send. Write clients that ignore unknown fields.
        </p>
        <p>
          Nothing is removed or changes type without twelve months of notice, both here and in the{" "}
          <Prose text="`Deprecation` and `Sunset`" /> headers of the affected responses.
        </p>
      </div>
      <ol className="space-y-6 border-l border-line pl-6">
        {CHANGES.map(({ version, changes }) => (
          <li key={version} className="relative">
            <span aria-hidden className="absolute top-2 -left-6 size-2.5 -translate-x-1/2 rounded-full bg-brand" />
            <Anchor id={`changes-${version}`} as="h3" className="text-17">
              {version}
            </Anchor>
            <ul className="mt-1 space-y-1 text-muted">
              {changes.map((change) => (
                <li key={change}>
                  <Prose text={change} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
