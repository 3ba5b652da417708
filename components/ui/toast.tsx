"use client";

import {
  useEffect,
  type FocusEvent,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  useEffectEvent,
  useRef,
} from "react";
import { useStore } from "zustand/react";
import clsx from "clsx";
import { isKey } from "@/lib/client/key-press";
import { takeFocus } from "./take-focus";
import { toastStore, type Toast } from "./toast-store";
import { isInToasts, TOASTS } from "./keep-open-for-toasts";
import { Icon } from "./icon";

/** The container of toasts. Those that were added before it was loaded are shown then. */
export function Toaster() {
  const toasts = useStore(toastStore);
  useEffect(() => toastStore.addKept(), []);
  return (
    // The live region must exist before its first message to be announced.
    <div role="status" aria-live="polite" aria-atomic={false}>
      {toasts.length > 0 && <ToastList toasts={toasts} />}
    </div>
  );
}

/** The current toasts. Escape goes to the open dialog or menu, and clicking a toast closes neither. */
function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const { held, holding, giveBackFocus } = useAttention();
  return (
    <ol
      {...TOASTS}
      {...holding}
      className="pointer-events-none fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex flex-col items-center gap-2 md:bottom-6"
    >
      {toasts.map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          held={held}
          onClose={() => {
            giveBackFocus();
            toastStore.remove(toast.id);
          }}
        />
      ))}
    </ol>
  );
}

/**
 * Whether the pointer or focus is inside, or the window is not focused: timeouts should pause then. A toast that has
 * the focus gives it back before it closes.
 */
function useAttention() {
  const cameFrom = useRef<Element | null>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const leave = () => setAway(true);
    const come = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", come);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", come);
    };
  }, []);

  const holding = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      setFocused(true);
      if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  function giveBackFocus() {
    if (!isInToasts(document.activeElement)) return;
    if (!takeFocus(cameFrom.current)) takeFocus(document.querySelector("main"));
  }

  return { held: pointed || focused || away, holding, giveBackFocus };
}

const SHOWN_FOR = 5_000;
const SHOWN_WITH_ACTION_FOR = 10_000;
const SWIPE_PX = 40;

interface ToastCardProps {
  toast: Toast;
  /** Whether its timeout is paused, because somebody reads it. */
  held: boolean;
  onClose: () => void;
}

function ToastCard({ toast: { text, tone, action }, held, onClose }: ToastCardProps) {
  const close = useEffectEvent(onClose);
  const pressedAt = useRef<number | null>(null);
  const shownFor = action ? SHOWN_WITH_ACTION_FOR : SHOWN_FOR;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => close(), shownFor);
    return () => clearTimeout(timer);
  }, [held, shownFor]);

  function onKeyDown(event: KeyboardEvent) {
    if (isKey(event, "Escape")) onClose();
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
