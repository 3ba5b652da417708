"use client";

import type { ComponentProps } from "react";
import { menuOnDemand } from "@/components/shell/load-on-demand";
import { MoreButton } from "@/components/ui/button";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";

export const PostMenu = menuOnDemand<{ post: TimelinePost }>(
  () => import("./post-menu-open"),
  (_post, buttonProps) => <PostMenuButton {...buttonProps} />,
);

export function PostMenuButton(props: ComponentProps<"button">) {
  return <MoreButton label="More about this post" className="-my-1 ml-auto text-muted" {...props} />;
}
