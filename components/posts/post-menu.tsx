"use client";

import { menuOnDemand } from "@/components/shell/load-on-demand";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { PostMenuButton } from "./post-menu-button";

export const PostMenu = menuOnDemand<{ post: TimelinePost }>(
  () => import("./post-menu-open"),
  (_post, buttonProps) => <PostMenuButton {...buttonProps} />,
);
