"use client";

import clsx from "clsx";
import { useStore } from "zustand/react";
import { Images } from "@/components/media/images";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { Skeleton } from "@/components/ui/skeleton";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { editing, useCurrentContent, useCurrentQuote } from "./edited-posts";
import { LinkCard } from "./link-card";
import { PostText } from "./post-text";
import { Quote } from "./quote-card";
import { Warned } from "./warned";

export const loadEditor = () => import("./post-editor");
const PostEditor = loadOnDemand(loadEditor);

const stop = () => editing.setState({ key: null });

export function PostBody({ post, place }: { post: TimelinePost; place: "row" | "full" }) {
  const current = useCurrentContent(post);
  const quote = useCurrentQuote(post);
  // Of a text that was just edited, the server knows the link only when it renders the post again.
  const isPreviewShown =
    post.preview && quote === null && current.media.length === 0 && current.content === post.content;
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
    <Warned warning={current.warning}>
      {current.content !== "" && (
        <div className={clsx(place === "full" && "mt-4")}>
          <PostText content={current.content} mentions={current.mentions} place={place} />
        </div>
      )}
      <Images images={current.media} className="mt-2.5" />
      <Quote quote={quote} />
      {isPreviewShown && <LinkCard preview={post.preview!} />}
    </Warned>
  );
}
