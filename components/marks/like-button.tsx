"use client";

import { Heart } from "./heart";
import { MarkButton } from "./mark-button";
import type { Mark } from "./marks";
import type { MarkTarget } from "./use-mark";

export function LikeButton({ target, rendered }: { target: MarkTarget; rendered: Mark }) {
  return (
    <MarkButton
      target={target}
      rendered={rendered}
      words={WORDS}
      icon={(on, pressed) => <Heart on={on} pressed={pressed} />}
    />
  );
}

const WORDS = { off: "Like", on: "Liked", visitor: "Sign in to like" };
