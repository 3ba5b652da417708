"use client";

import { useStore } from "zustand/react";
import { Icon } from "@/components/ui/icon";
import { postedStore } from "./posted";

/** Encourages somebody who has never posted, until they do. */
export function FirstPostNudge() {
  const hasPosted = useStore(postedStore, (posts) => posts.length > 0);
  if (hasPosted) return null;
  return (
    <p className="flex gap-2.5 px-4 pt-4 text-muted md:px-6">
      <Icon name="pencil" className="mt-0.5 size-5 shrink-0 text-brand" />
      <span>
        <b className="font-semibold text-ink">Your first post.</b> Say hello, or show what you’re making. It needn’t be
        finished.
      </span>
    </p>
  );
}
