import type { ComponentProps } from "react";
import { MoreButton } from "@/components/ui/button";

export function CommentMenuButton(props: ComponentProps<"button">) {
  return <MoreButton label="More about this comment" className="-my-1 ml-auto text-muted" {...props} />;
}
