"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useSyncExternalStore } from "react";
import { heldOffline } from "@/components/shell/held-offline";
import { removedPosts } from "./removed-posts";

interface PostFrameProps {
  id: string;
  /** Where a press on the row's free space leads; the time is the link for keyboards. */
  href: string;
  label: string;
  children: ReactNode;
}

/** A post's place in a list. It goes when the post is deleted. */
export function PostFrame({ id, href, label, children }: PostFrameProps) {
  const router = useRouter();
  const removed = useSyncExternalStore(removedPosts.subscribe, removedPosts.read, removedPosts.readOnServer).has(id);
  if (removed) return null;

  function open(event: MouseEvent<HTMLElement>) {
    const { target, currentTarget } = event;
    // React hands up what happens in a menu or dialog of the row, wherever that stands on the page.
    const onRow = target instanceof Element && currentTarget.contains(target) && !target.closest("a, button, input");
    if (event.defaultPrevented || !onRow || getSelection()?.toString()) return;
    if (event.metaKey || event.ctrlKey) window.open(href, "_blank", "noopener");
    else if (!heldOffline()) router.push(href);
  }

  return (
    // The row is a larger target for the link that its time is; it adds nothing for a keyboard.
    <article aria-label={label} tabIndex={-1} data-post={id} onClick={open} className={ROW}>
      {children}
    </article>
  );
}

const ROW =
  "cursor-pointer px-4 md:px-6 pt-3.5 pb-1.5 transition-colors hover:bg-[color-mix(in_oklch,var(--ink)_2.5%,transparent)] " +
  "focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-brand";
