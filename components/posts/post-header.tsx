import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { AUDIENCES } from "./audiences";
import { PostMenu } from "./post-menu";

/** Who, when, for whom. */
export function PostHeader({ post }: { post: TimelinePost }) {
  const { author } = post;
  return (
    <header className="flex h-6 items-center gap-x-1.5">
      <Link href={`/users/${author.handle}`} prefetch={false} className="truncate font-semibold hover:underline">{author.name}</Link>
      <span className="min-w-8 shrink-2 truncate text-muted">@{author.handle}</span>
      <span aria-hidden className="text-muted">·</span>
      <Link href={`/posts/${post.id}`} prefetch={false} className="shrink-0 text-13 text-muted hover:underline"><RelativeTime at={post.createdAt} /></Link>
      <AudienceSign audience={post.audience} />
      <PostMenu post={post} />
    </header>
  );
}

/** Public is what people expect; only the rest is said. */
export function AudienceSign({ audience }: { audience: TimelinePost["audience"] }) {
  if (audience === "PUBLIC") return null;
  const { icon: Icon, shown } = AUDIENCES[audience];
  return (
    <span className="flex shrink-0 items-center gap-1 rounded-full bg-hover px-1.5 text-13 text-muted">
      <Icon aria-hidden className="size-3.5" />
      <span className="max-sm:sr-only">{shown}</span>
    </span>
  );
}
