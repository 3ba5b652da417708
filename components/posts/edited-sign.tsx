"use client";

import { useState } from "react";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import { RelativeTime } from "@/components/ui/relative-time";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { useCurrentContent } from "./edited-posts";

const load = () => import("./post-versions");
const PostVersions = loadOnDemand(load);
const preloadVersions = preload(load);

export function EditedSign({ post, withTime = false }: { post: TimelinePost; withTime?: boolean }) {
  const { editedAt } = useCurrentContent(post);
  const [isOpen, setOpen] = useState(false);
  if (editedAt === null) return null;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title="See what it said before"
        onClick={() => setOpen(true)}
        onPointerEnter={preloadVersions}
        onFocus={preloadVersions}
        className="touch-target shrink-0 text-13 text-muted underline decoration-line underline-offset-3 hover:decoration-current"
      >
        {withTime ? (
          <>
            Edited <RelativeTime at={editedAt} />
          </>
        ) : (
          "edited"
        )}
      </button>
      {isOpen && <PostVersions postId={post.id} onClose={() => setOpen(false)} />}
    </>
  );
}
