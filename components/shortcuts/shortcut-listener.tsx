"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useStore } from "zustand/react";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { blockOffline } from "@/components/shell/block-offline";
import { isForInputMethod } from "@/lib/client/key-press";
import { shortcutHelp, showShortcutHelp } from "./help-store";
import { type UserAction, type FirstKey, press } from "./shortcuts";

const ShortcutHelp = loadOnDemand(() => import("./shortcut-help"));

export function ShortcutListener() {
  const router = useRouter();
  const first = useRef<FirstKey | null>(null);
  const helping = useStore(shortcutHelp, ({ open }) => open);

  useEffect(() => {
    const go = (to: string) => void (blockOffline(to) || router.push(to));
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
function isMeant(event: KeyboardEvent): boolean {
  const { target, defaultPrevented, ctrlKey, metaKey, altKey, repeat, key } = event;
  if (defaultPrevented || ctrlKey || metaKey || altKey || isForInputMethod(event)) return false;
  if (repeat && key !== "j" && key !== "k") return false;
  if (
    target instanceof Element &&
    target.closest("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]")
  )
    return false;
  return document.querySelector("[role=dialog], [role=alertdialog], [role=menu]") === null;
}

const posts = () => [...document.querySelectorAll<HTMLElement>("article[data-post][tabindex]")];

/** The focused post, or the post of the page. */
function current(): Element | null {
  return document.activeElement?.closest("[data-post]") ?? document.querySelector("article[data-post]:not([tabindex])");
}

/** Moves the focus to the next or previous post, starting with the first visible one. */
function stepThroughPosts(by: 1 | -1) {
  const all = posts();
  const at = all.findIndex((post) => post.contains(document.activeElement));
  const next = at < 0 ? (all.find((post) => post.getBoundingClientRect().bottom > TOP_BAR) ?? all[0]) : all[at + by];
  next?.focus({ preventScroll: true });
  next?.scrollIntoView({ block: "nearest" });
}

/** The height of the top bar in pixels. */
const TOP_BAR = 56;

function openPost() {
  const post = current();
  post?.querySelector<HTMLAnchorElement>(`a[href="/posts/${post.getAttribute("data-post")}"]`)?.click();
}

function pressMark(mark: "like" | "bookmark") {
  current()?.querySelector<HTMLElement>(`[data-mark=${mark}]`)?.click();
}

/** Focuses the first visible match. Returns whether there was one. */
function focusOn(selector: string): boolean {
  const field = [...document.querySelectorAll<HTMLElement>(selector)].find((element) => element.checkVisibility());
  field?.focus();
  return field !== undefined;
}
