"use client";

import clsx from "clsx";
import { useStore } from "zustand/react";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { editing, useCurrentContent } from "./edited-posts";
import { PostImages } from "./post-images";
import { PostText } from "./post-text";

export const loadEditor = () => import("./post-editor");
const PostEditor = loadOnDemand(loadEditor);

const stop = () => editing.setState({ key: null });

/** Text and pictures of a post, or the form that edits them in their place. */
export function PostBody({ post, place }: { post: TimelinePost; place: "row" | "full" }) {
  const current = useCurrentContent(post);
  const isEditing = useStore(editing, ({ key }) => key === post.key);
  if (isEditing)
    return (
      <PostEditor
        waiting={<Skeleton className="mt-2 h-28 w-full" />}
        post={{ ...post, ...current, mentions: current.mentions ?? null }}
        onClose={stop}
      />
    );
  return (
    <>
      {current.content !== "" && (
        <div className={clsx(place === "full" && "mt-4")}>
          <PostText content={current.content} mentions={current.mentions} place={place} />
        </div>
      )}
      <PostImages media={current.media} />
    </>
  );
}
