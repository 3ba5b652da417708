import { AUDIENCES } from "@/components/posts/audiences";
import { PostText } from "@/components/posts/post-text";
import { Icon } from "@/components/ui/icon";
import type { ScheduledPost } from "@/lib/domain/writing/scheduled/schema";
import { GoesOut } from "./goes-out";
import { ScheduledActions } from "./scheduled-actions";

/** A post that waits for its moment, or was not posted then. */
export function ScheduledRow({ post }: { post: ScheduledPost }) {
  const { content, warning, media, audience, quoteId, publishAt, failure } = post;
  const { icon, shown } = AUDIENCES[audience];
  return (
    <li className="flex flex-col gap-3 border-line px-4 py-4 not-first:border-t md:px-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">
        {failure ? (
          <span className="inline-flex items-center gap-1.5 font-medium text-bad">
            <Icon name="circle-exclamation-point" className="size-4" />
            Not posted
          </span>
        ) : (
          <span className="inline-flex items-center gap-1.5 font-medium text-ink">
            <Icon name="calendar-clock" className="size-4 text-brand" />
            <span>
              Goes out <GoesOut at={publishAt} />
            </span>
          </span>
        )}
        <span className="inline-flex items-center gap-1.5">
          <Icon name={icon} className="size-4" />
          {shown}
        </span>
        {quoteId && <span>Quotes a post</span>}
      </p>
      {failure && <p className="text-15">{failure.message}</p>}
      {warning && (
        <p dir="auto" className="text-15 font-medium wrap-anywhere">
          Warning: {warning}
        </p>
      )}
      {content && <PostText content={content} place="comment" />}
      {media.length > 0 && (
        <ul aria-label="Pictures" className="flex flex-wrap gap-2">
          {media.map(({ id, url, alt }) => (
            <li key={id}>
              {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
              <img src={url} alt={alt} className="size-16 rounded-control object-cover" />
            </li>
          ))}
        </ul>
      )}
      <ScheduledActions key={publishAt} post={post} />
    </li>
  );
}
