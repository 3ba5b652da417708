"use client";

import { useStore } from "zustand/react";
import { PostCard } from "./post-card";
import { postedStore } from "./posted";

interface FreshPostsProps {
  /** The time of the newest server-rendered post. */
  after: string | null;
  onlyPublic: boolean;
}

export function FreshPosts({ after, onlyPublic }: FreshPostsProps) {
  const posts = useStore(postedStore);
  const fresh = posts.filter(
    (post) => (!after || post.createdAt > after) && (!onlyPublic || post.audience === "PUBLIC"),
  );
  return fresh.map((post) => <PostCard key={post.key} post={post} className="animate-enter-up" />);
}
