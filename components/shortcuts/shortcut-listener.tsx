"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useStore } from "zustand/react";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { blockOffline } from "@/components/shell/block-offline";
import { focusOn, openPost, pressMark, stepThroughPosts } from "./user-actions";
import { shortcutHelp, showShortcutHelp } from "./help-store";
import { type UserAction, type FirstKey, press } from "./shortcuts";

const ShortcutHelp = loadOnDemand(() => import("./shortcut-help"));

/** Listens for keyboard shortcuts on every page. */
export function ShortcutListener() {
  const router = useRouter();
  const first = useRef<FirstKey | null>(null);
  const helping = useStore(shortcutHelp, ({ open }) => open);

  useEffect(() => {
    const go = (to: string) => void (blockOffline() || router.push(to));
    const actions: { [A in UserAction["do"]]: (action: Extract<UserAction, { do: A }>) => void } = {
      go: ({ to }) => go(to),
      step: ({ by }) => stepThroughPosts(by),
      open: openPost,
      like: () => pressMark("like"),
      bookmark: () => pressMark("bookmark"),
      write: () => void (focusOn("#composer") || go("/posts/new")),
      search: () => void (focusOn("main input[type=search], header input[type=search]") || go("/search")),
      help: () => showShortcutHelp(true),
    };
    const act = <A extends UserAction["do"]>(action: Extract<UserAction, { do: A }>) => actions[action.do](action);

    function onKeyDown(event: KeyboardEvent) {
      if (!isMeant(event)) return;
      const { action, first: next } = press(first.current, event.key, event.timeStamp);
      first.current = next;
      if (!action) return;
      event.preventDefault();
      act(action);
    }

    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);

  return helping && <ShortcutHelp onClose={() => showShortcutHelp(false)} />;
}

/** Ignores keys while typing, with modifier keys, and while a dialog or menu is open. */
function isMeant({
  target,
  defaultPrevented,
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  repeat,
  key,
}: KeyboardEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || altKey || isComposing || (repeat && key !== "j" && key !== "k"))
    return false;
  if (
    target instanceof Element &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]")
  )
    return false;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null;
}
