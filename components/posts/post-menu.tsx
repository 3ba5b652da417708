"use client";

import clsx from "clsx";
import { Icon } from "@/components/ui/icon";
import type { ComponentProps } from "react";
import { menuOnDemand } from "@/components/shell/menu-on-demand";
import { IconButton } from "@/components/ui/icon-button";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

export const PostMenu = menuOnDemand<{ post: TimelinePost }>(
  () => import("./post-menu-open"),
  (_post, buttonProps) => <PostMenuButton {...buttonProps} />,
);

export function PostMenuButton({ className, ...rest }: ComponentProps<"button">) {
  return (
    <IconButton
      label="More about this post"
      aria-haspopup="menu"
      className={clsx("touch-target -my-1 ml-auto size-8! text-muted", className)}
      {...rest}
    >
      <Icon name="ellipsis" />
    </IconButton>
  );
}
