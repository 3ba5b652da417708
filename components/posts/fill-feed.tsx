"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState, useTransition } from "react";
import { onUserAction } from "@/components/quests/user-actions";

/** Says why the feed is empty, and fills it as soon as the viewer follows somebody. */
export function FillFeed({ isQuiet }: { isQuiet: boolean }) {
  const router = useRouter();
  const [hasFollowed, setHasFollowed] = useState(false);
  const [, fill] = useTransition();
  useEffect(
    () =>
      onUserAction((action) => {
        if (action !== "follow") return;
        setHasFollowed(true);
        fill(() => router.refresh());
      }),
    [router],
  );

  return (
    <div className="px-4 py-4 md:px-6">
      <h2 id="people-to-follow" className="text-17">
        {isQuiet ? "Nothing here yet" : "Follow a few people"}
      </h2>
      <p className="mt-0.5 text-muted">
        <span role="status">{hasFollowed ? FILLED : isQuiet ? QUIET : EMPTY}</span>{" "}
        <Link href="/?feed=everyone" prefetch={false} className="link">
          See everyone’s posts
        </Link>
      </p>
    </div>
  );
}

const EMPTY = "What they post shows up here at once. Three are a good start.";
const QUIET = "The people you follow have posted nothing so far. Follow a few more.";
const FILLED = "There you go: their posts are in your feed now.";

/** Keeps showing the people that were suggested first, while the refreshed feed below them fills. */
export function KeepSuggestions({ children }: { children: ReactNode }) {
  const [suggested] = useState(children);
  return suggested;
}
