"use client";

import { Heart } from "./heart";
import { MarkButton } from "./mark-button";
import type { Mark } from "./marks";

/** `of` is the route of what is liked. */
export function LikeButton({ of, rendered }: { of: string; rendered: Mark }) {
  return (
    <MarkButton
      path={`${of}/like`}
      rendered={rendered}
      words={WORDS}
      icon={(on, pressed) => <Heart on={on} pressed={pressed} />}
    />
  );
}

const WORDS = { off: "Like", on: "Liked", visitor: "Sign in to like" };
