import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import { HiddenSign } from "@/components/moderation/hidden-sign";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { AUDIENCES } from "./audiences";
import { Byline } from "./byline";
import { EditedSign } from "./edited-sign";
import { PostMenu } from "./post-menu";

export function PostHeader({ post }: { post: TimelinePost }) {
  return (
    <header className="byline-row">
      <Byline person={post.author} />
      <span aria-hidden className="text-muted max-sm:hidden">
        ·
      </span>
      <Link
        href={`/posts/${post.id}`}
        prefetch={false}
        className="shrink-0 text-13 leading-6 text-muted hover:underline"
      >
        <RelativeTime at={post.createdAt} />
      </Link>
      {post.imported && <ImportedSign />}
      <EditedSign post={post} />
      {post.hidden ? <HiddenSign /> : <AudienceSign audience={post.audience} />}
      <PostMenu post={post} />
    </header>
  );
}

const SIGN = "flex shrink-0 items-center gap-1 rounded-full bg-hover px-1.5 text-13 text-muted";

export function ImportedSign() {
  return (
    <span title="Written elsewhere, and brought here from an archive" className="shrink-0 text-13 text-muted">
      imported
    </span>
  );
}

/** Public is expected, so only other audiences are shown. */
export function AudienceSign({ audience }: { audience: TimelinePost["audience"] }) {
  if (audience === "PUBLIC") return null;
  const { icon, shown } = AUDIENCES[audience];
  return (
    <span className={SIGN}>
      <Icon name={icon} className="size-3.5" />
      <span className="max-sm:sr-only">{shown}</span>
    </span>
  );
}
