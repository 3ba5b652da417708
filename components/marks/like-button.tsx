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
      labels={LABELS}
      icon={(on, pressed) => <Heart on={on} pressed={pressed} />}
    />
  );
}

const LABELS = { off: "Like", on: "Liked", visitor: "Sign in to like" };
