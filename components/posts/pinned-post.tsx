"use client";

import { Icon } from "@/components/ui/icon";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { useIsPinned } from "./edited-posts";
import { PostCard } from "./post-card";

/** The post at the top of a profile, until its author unpins it. */
export function PinnedPost({ post }: { post: TimelinePost }) {
  if (!useIsPinned(post)) return null;
  return (
    <section aria-label="Pinned post">
      <p className="grid grid-cols-[2.5rem_minmax(0,1fr)] items-center gap-x-3 px-4 pt-3 text-13 text-muted md:px-6">
        <Icon name="pin" className="size-4 justify-self-end" />
        Pinned
      </p>
      <PostCard post={post} />
    </section>
  );
}
