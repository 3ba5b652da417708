import clsx from "clsx";
import Link from "next/link";
import { useStore } from "zustand/react";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import type { QuotedPost, TimelinePost } from "@/lib/domain/writing/posts/schema";
import { removedPosts } from "./edited-posts";
import { plainText } from "./text-parts";

/** The post that another quotes, in brief; all of it is one link. */
export function QuoteCard({ post }: { post: QuotedPost }) {
  const { author, content, warning, media } = post;
  const isRemoved = useStore(removedPosts, (ids) => ids.has(post.id) || ids.has(author.id));
  if (isRemoved) return <UnavailableQuote />;
  return (
    <div
      role="group"
      aria-label={`Quoted post by ${author.name}`}
      className={clsx(FRAME, "transition-colors hover:bg-hover")}
    >
      <div className="flex min-w-0 items-center gap-2 text-13">
        <Avatar src={author.image} name={author.name} size={24} />
        <span dir="auto" className="truncate font-semibold">
          {author.name}
        </span>
        <span className="truncate text-muted max-sm:hidden">@{author.handle}</span>
        <Link
          href={`/posts/${post.id}`}
          prefetch={false}
          className="shrink-0 text-muted after:absolute after:inset-0 after:rounded-card hover:underline"
        >
          <RelativeTime at={post.createdAt} />
        </Link>
      </div>
      {warning !== null && (
        <p dir="auto" className="mt-1.5 flex items-center gap-2 wrap-anywhere text-muted">
          <Icon name="triangle-exclamation-point" className="size-4 shrink-0" />
          {warning}
        </p>
      )}
      {warning === null && content !== "" && (
        <p dir="auto" className="mt-1.5 line-clamp-8 wrap-anywhere whitespace-pre-line">
          {plainText(content)}
        </p>
      )}
      {warning === null && media.length > 0 && (
        <div className="mt-2 grid grid-cols-4 gap-1.5">
          {media.map(({ id, url, alt }) => (
            // oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen
            <img
              key={id}
              src={url}
              alt={alt || "Picture without a description"}
              loading="lazy"
              decoding="async"
              className="aspect-square w-full rounded-control bg-hover object-cover"
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** A quote as the viewer sees it; nothing for a post that quotes none. */
export function Quote({ quote }: { quote: TimelinePost["quote"] }) {
  if (quote === null) return null;
  return quote.post ? <QuoteCard post={quote.post} /> : <UnavailableQuote />;
}

function UnavailableQuote() {
  return (
    <p className={clsx(FRAME, "flex items-center gap-2 text-13 text-muted")}>
      <Icon name="quote" className="size-4" />
      The quoted post isn’t available.
    </p>
  );
}

const FRAME = "relative mt-2.5 rounded-card border border-line p-3";
