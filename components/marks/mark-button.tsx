"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useViewer } from "@/components/shell/viewer-context";
import { SignInLink } from "@/components/shell/sign-in-link";
import { iconHref } from "@/components/ui/icon";
import { FormattedNumber } from "@/components/ui/number";
import type { Mark } from "./marks";
import { type MarkTarget, useMark } from "./use-mark";
import styles from "./heart.module.css";

interface MarkButtonProps {
  target: MarkTarget;
  rendered: Mark;
  labels: { off: string; on: string; visitor: string };
  /** False for marks that only the viewer sees. */
  counted?: boolean;
  icon: (on: boolean, pressed: boolean) => ReactNode;
}

/** A like, repost or bookmark button. Visitors are sent to sign in. */
export function MarkButton({ target, rendered, labels, counted = true, icon }: MarkButtonProps) {
  const viewer = useViewer();
  const here = usePathname();
  const { mark, toggle } = useMark(target, rendered);
  const [pressed, setPressed] = useState(false);
  const named = (name: string) => (counted ? `${name}, ${mark.count}` : name);

  function press() {
    setPressed(true);
    toggle();
  }

  const content = (
    <>
      <span aria-hidden className="grid">
        {icon(mark.on, pressed)}
      </span>
      {counted && (
        <span aria-hidden className="min-w-[2ch] text-left">
          {mark.count > 0 && <FormattedNumber value={mark.count} compact />}
        </span>
      )}
    </>
  );
  if (!viewer)
    return (
      <SignInLink to={here} aria-label={named(labels.visitor)} className="action touch-target">
        {content}
      </SignInLink>
    );
  return (
    <button
      type="button"
      data-mark={target.path.slice(target.path.lastIndexOf("/") + 1)}
      aria-pressed={mark.on}
      aria-label={named(mark.on ? labels.on : labels.off)}
      onClick={press}
      className="action touch-target"
    >
      {content}
    </button>
  );
}

export function LikeButton({ target, rendered }: Pick<MarkButtonProps, "target" | "rendered">) {
  return (
    <MarkButton
      target={target}
      rendered={rendered}
      labels={LIKE}
      icon={(on, pressed) => <Heart on={on} pressed={pressed} />}
    />
  );
}

const LIKE = { off: "Like", on: "Liked", visitor: "Sign in to like" };

const HEART = iconHref("heart");

function Heart({ on, pressed }: { on: boolean; pressed: boolean }) {
  return (
    <svg viewBox="0 0 24 24" className={clsx("icon", styles.heart, on && styles.on, pressed && styles.pressed)}>
      <use href={HEART} />
      <use href={HEART} fill="currentColor" className={styles.fill} />
      <circle cx="12" cy="10.5" r="3" fill="currentColor" stroke="none" className={styles.ball} />
    </svg>
  );
}
