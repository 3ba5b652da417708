import Link from "next/link";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

/** What a post's first link leads to. The picture is ours, so that no reader's browser meets another site. */
export function LinkCard({ preview }: { preview: NonNullable<TimelinePost["preview"]> }) {
  const { url, path, title, description, site, image } = preview;
  const content = (
    <>
      {image && (
        <span className="relative min-h-24 w-24 shrink-0 border-r border-line bg-hover sm:min-h-28 sm:w-28">
          {/* oxlint-disable-next-line nextjs/no-img-element -- the store serves it as it should be seen */}
          <img src={image} alt="" loading="lazy" decoding="async" className="absolute inset-0 size-full object-cover" />
        </span>
      )}
      <span className="flex min-w-0 flex-col justify-center gap-0.5 px-3 py-2.5 text-13">
        {/* A page may call itself anything: its host is what it is. */}
        <span className="truncate text-muted">
          {path === null ? new URL(url).hostname.replace(/^www\./, "") : site}
        </span>
        <span dir="auto" className="line-clamp-2 text-15 font-medium wrap-anywhere">
          {title}
        </span>
        {description !== "" && (
          <span dir="auto" className="line-clamp-2 wrap-anywhere text-muted">
            {description}
          </span>
        )}
      </span>
    </>
  );
  if (path !== null)
    return (
      <Link href={path} prefetch={false} className={CARD}>
        {content}
      </Link>
    );
  return (
    <a href={url} rel="nofollow ugc noopener" target="_blank" className={CARD}>
      {content}
    </a>
  );
}

const CARD =
  "mt-2.5 flex min-w-0 overflow-hidden rounded-card border border-line transition-colors hover:bg-hover focus-visible:outline-offset-2";
