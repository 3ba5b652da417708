"use client";

import clsx from "clsx";
import { Ellipsis } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { loadOnDemand, preload } from "@/components/shell/load-on-demand";
import { IconButton } from "@/components/ui/icon-button";
import type { TimelinePost } from "@/lib/domain/timeline/schema";

const load = () => import("./post-menu-open");
const OpenMenu = loadOnDemand(load);
const preloadMenu = preload(load);

/** The menu of a post. Its code is loaded on hover or focus. */
export function PostMenu({ post }: { post: TimelinePost }) {
  const [wanted, setWanted] = useState(false);
  const waiting = (
    <PostMenuButton
      aria-expanded={wanted}
      onClick={() => setWanted(true)}
      onPointerEnter={preloadMenu}
      onFocus={preloadMenu}
    />
  );
  if (!wanted) return waiting;
  return <OpenMenu waiting={waiting} onMissing={() => setWanted(false)} post={post} />;
}

export function PostMenuButton({ className, ...rest }: ComponentProps<"button">) {
  return (
    <IconButton
      label="More about this post"
      aria-haspopup="menu"
      className={clsx("touch-target -my-1 ml-auto size-8! text-muted", className)}
      {...rest}
    >
      <Ellipsis aria-hidden />
    </IconButton>
  );
}
