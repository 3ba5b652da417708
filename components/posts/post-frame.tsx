"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent, ReactNode } from "react";
import { useStore } from "zustand/react";
import { blockOffline } from "@/components/shell/block-offline";
import { removedPosts } from "./removed-posts";

interface PostFrameProps {
  id: string;
  authorId: string;
  /** The target of a click on the row's free space; keyboards use the time's link. */
  href: string;
  label: string;
  children: ReactNode;
}

/** The frame of a post in a list. Removed when the post is deleted or its author hidden. */
export function PostFrame({ id, authorId, href, label, children }: PostFrameProps) {
  const router = useRouter();
  const isRemoved = useStore(removedPosts, (ids) => ids.has(id) || ids.has(authorId));
  if (isRemoved) return null;

  function open(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // React bubbles events of menus and dialogs in portals too.
    const onRow =
      target instanceof Element &&
      currentTarget.contains(target) &&
      !target.closest("a, button, input, textarea, form");
    if (event.defaultPrevented || !onRow || getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else if (!blockOffline()) router.push(href);
  }

  return (
    // The row only enlarges the target of the time's link, so keyboards need nothing more.
    <article aria-label={label} tabIndex={-1} data-post={id} onClick={open} className="post-row">
      {children}
    </article>
  );
}
