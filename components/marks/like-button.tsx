"use client";

import clsx from "clsx";
import { iconHref } from "@/components/ui/icon";
import { MarkButton } from "./mark-button";
import type { Mark } from "./marks";
import type { MarkTarget } from "./use-mark";
import styles from "./heart.module.css";

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

const HEART = iconHref("heart");

/** The like icon. When `pressed` on, a ball drops in and fills it. */
function Heart({ on, pressed }: { on: boolean; pressed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx("icon", styles.heart, on && styles.on, pressed && styles.pressed)}>
      <use href={HEART} />
      <use href={HEART} fill="currentColor" className={styles.fill} />
      <circle cx="12" cy="10.5" r="3" fill="currentColor" stroke="none" className={styles.ball} />
    </svg>
  );
}
