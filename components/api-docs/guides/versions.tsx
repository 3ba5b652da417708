import { Anchor } from "@/components/api-docs/anchor";
import { Prose } from "@/components/api-docs/prose";

const CHANGES = [
  {
    version: "v1.2",
    words: [
      "Keys with scopes and an expiry, and their rotation.",
      "Errors of one form, with `type`, `code` and `request_id`.",
      "`X-RateLimit-*` and `RateLimit` headers on every answer.",
      "`Idempotency-Key` on writes.",
      "Webhooks: signed, retried, and listed with their attempts.",
      "Single posts, likes, comments, bookmarks, public profiles and who follows whom; your followers, notices and bookmarks; builds, blog, news and leaderboards.",
      "This description as an OpenAPI document.",
    ],
  },
  { version: "v1.1", words: ["Image upload, and `media_ids` when creating a post."] },
  { version: "v1", words: ["Your account, your posts (list and create) and the feed."] },
];

/** What came when. Newest first. */
export function Changelog() {
  return (
    <div className="grid gap-x-10 gap-y-6 pt-8 wide:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
      <div className="max-w-prose space-y-3">
        <p>
          The version stands in the path. Within <Prose text="`/api/v1`" /> things are added: operations, optional
          fields, values that you may send. Write clients that ignore fields they do not know.
        </p>
        <p>
          Nothing is taken away or changes its type without twelve months of notice, in this list and in the headers{" "}
          <Prose text="`Deprecation` and `Sunset`" /> of the answers concerned.
        </p>
      </div>
      <ol className="space-y-6 border-l border-line pl-6">
        {CHANGES.map(({ version, words }) => (
          <li key={version} className="relative">
            <span aria-hidden className="absolute top-2 -left-6 size-2.5 -translate-x-1/2 rounded-full bg-brand" />
            <Anchor id={`changes-${version}`} as="h3" className="text-17">
              {version}
            </Anchor>
            <ul className="mt-1 space-y-1 text-muted">
              {words.map((word) => (
                <li key={word}>
                  <Prose text={word} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
    </div>
  );
}
