"use client";

import { menuOnDemand } from "@/components/shell/load-on-demand";
import { MoreButton } from "@/components/ui/button";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

export const PostMenu = menuOnDemand<{ post: TimelinePost }>(
  () => import("./post-menu-open"),
  (_post, buttonProps) => (
    <MoreButton label="More about this post" className="-my-1 ml-auto text-muted" {...buttonProps} />
  ),
);
