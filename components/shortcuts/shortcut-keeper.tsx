"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { fetched } from "@/components/shell/fetched";
import { heldOffline } from "@/components/shell/held-offline";
import { focusOn, openPost, pressMark, stepThroughPosts } from "./deeds";
import { shortcutHelp } from "./help-store";
import { type Deed, type FirstKey, press } from "./shortcuts";

const ShortcutHelp = fetched(() => import("./shortcut-help"));

/** Stands once on every page and listens for the keys that do something while nobody types. */
export function ShortcutKeeper() {
  const router = useRouter();
  const first = useRef<FirstKey | null>(null);
  const helping = useSyncExternalStore(shortcutHelp.subscribe, shortcutHelp.read, shortcutHelp.readOnServer);

  useEffect(() => {
    const go = (to: string) => void (heldOffline() || router.push(to));
    const deeds: { [D in Deed["do"]]: (deed: Extract<Deed, { do: D }>) => void } = {
      go: ({ to }) => go(to),
      step: ({ by }) => stepThroughPosts(by),
      open: openPost,
      like: () => pressMark("like"),
      bookmark: () => pressMark("bookmark"),
      write: () => void (focusOn("#composer") || go("/posts/new")),
      search: () => void (focusOn("main input[type=search], header input[type=search]") || go("/search")),
      help: () => shortcutHelp.show(true),
    };
    const act = <D extends Deed["do"]>(deed: Extract<Deed, { do: D }>) => deeds[deed.do](deed);

    function onKeyDown(event: KeyboardEvent) {
      if (!isMeant(event)) return;
      const { deed, first: next } = press(first.current, event.key, event.timeStamp);
      first.current = next;
      if (!deed) return;
      event.preventDefault();
      act(deed);
    }

    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [router]);

  return (
    helping && <ShortcutHelp onMissing={() => shortcutHelp.show(false)} onClose={() => shortcutHelp.show(false)} />
  );
}

/** Not while somebody types, holds a key of the system's, or has something open that keys belong to. */
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
