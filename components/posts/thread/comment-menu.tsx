import { menuOnDemand } from "@/components/shell/load-on-demand";
import { MoreButton } from "@/components/ui/button";
import type { CommentMenuProps } from "./comment-menu-open";

export const CommentMenu = menuOnDemand<CommentMenuProps>(
  () => import("./comment-menu-open"),
  (_comment, buttonProps) => (
    <MoreButton label="More about this comment" className="-my-1 ml-auto text-muted" {...buttonProps} />
  ),
);
