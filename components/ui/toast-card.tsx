"use client";

import clsx from "clsx";
import { Icon } from "./icon";
import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useRef } from "react";
import type { Toast } from "./toast-store";

const SHOWN_FOR = 5_000;
const SHOWN_WITH_ACTION_FOR = 10_000;
const SWIPE_PX = 40;

interface ToastCardProps {
  toast: Toast;
  /** Whether its timeout is paused, because somebody reads it. */
  held: boolean;
  onClose: () => void;
}

export function ToastCard({ toast: { text, tone, action }, held, onClose }: ToastCardProps) {
  const close = useEffectEvent(onClose);
  const pressedAt = useRef<number | null>(null);
  const shownFor = action ? SHOWN_WITH_ACTION_FOR : SHOWN_FOR;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), shownFor);
    return () => clearTimeout(timer);
  }, [held, shownFor]);

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === "Escape") onClose();
  }

  function onPointerUp({ clientY, pointerType }: PointerEvent) {
    if (pointerType !== "mouse" && pressedAt.current !== null && clientY - pressedAt.current > SWIPE_PX) onClose();
  }

  return (
    <li
      onKeyDown={onKeyDown}
      onPointerDown={({ clientY }) => void (pressedAt.current = clientY)}
      onPointerUp={onPointerUp}
      className="pointer-events-auto flex w-fit max-w-full animate-enter-up touch-none items-center gap-2.5 rounded-card border border-line bg-surface py-1.5 pr-1.5 pl-4 shadow-float"
    >
      {tone === "good" && <Icon name="circle-check" label="Done" className="size-5 shrink-0 text-good" />}
      {tone === "bad" && <Icon name="circle-exclamation-point" label="Failed" className="size-5 shrink-0 text-bad" />}
      <p className="min-w-0 py-1.5">{text}</p>
      {action && (
        <button
          type="button"
          onClick={() => {
            action.run();
            onClose();
          }}
          className={clsx(SMALL, "px-2.5 font-medium text-brand")}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        onClick={onClose}
        className={clsx(SMALL, "w-(--control-small) text-muted")}
      >
        <Icon name="x" className="m-auto size-4" />
      </button>
    </li>
  );
}

const SMALL = "h-(--control-small) shrink-0 rounded-control hover:bg-hover";
