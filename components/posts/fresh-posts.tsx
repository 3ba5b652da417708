"use client";

import { useSyncExternalStore } from "react";
import { PostCard } from "./post-card";
import { posted } from "./posted";

interface FreshPostsProps {
  /** When the newest post was made that the server has shown. */
  after: string | null;
  /** In a list for everybody, only what everybody may see. */
  onlyPublic: boolean;
}

/** What the reader has posted since the list was drawn. */
export function FreshPosts({ after, onlyPublic }: FreshPostsProps) {
  const posts = useSyncExternalStore(posted.subscribe, posted.read, posted.readOnServer);
  const fresh = posts.filter(
    (post) => (!after || post.createdAt > after) && (!onlyPublic || post.audience === "PUBLIC"),
  );
  return fresh.map((post) => (
    <div key={post.key} className="animate-enter-up">
      <PostCard post={post} />
    </div>
  ));
}
