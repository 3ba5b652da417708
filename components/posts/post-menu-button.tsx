import type { ComponentProps } from "react";
import { MoreButton } from "@/components/ui/button";

export function PostMenuButton(props: ComponentProps<"button">) {
  return <MoreButton label="More about this post" className="-my-1 ml-auto text-muted" {...props} />;
}
