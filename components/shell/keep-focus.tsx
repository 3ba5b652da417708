"use client";

import { useEffect } from "react";
import { takeFocus } from "@/components/ui/take-focus";

interface Place {
  element: Element;
  previous: Element | null;
  next: Element | null;
}

/**
 * When the focused element is removed, such as by deleting its post, moves the focus to what takes its place. Only in a
 * page and beside it: dialogs and menus return it by themselves. Returns a function that stops this.
 */
function keepFocus(): () => void {
  /** The focused element and its ancestors up to the page's content, innermost first. */
  let places: Place[] = [];
  let path = "";
  let timer: number | undefined;

  function remember(focused: EventTarget | null) {
    const part = focused instanceof Element && focused.closest("main, aside");
    if (!part) return;
    places = placesWithin(part, focused);
    path = location.pathname;
  }

  function restore() {
    timer = undefined;
    if (!isLost(places)) return;
    const outermost = places.findLast(({ element }) => !element.isConnected)!;
    const around = places.map(({ element }) => element);
    places = [];
    // Another page is read from its beginning.
    if (location.pathname === path) [...heirsOf(outermost), ...around].some(takeFocus);
  }

  // Deferred, because a closing dialog returns the focus a moment after it is removed.
  const observer = new MutationObserver(() => {
    if (timer === undefined && isLost(places)) timer = window.setTimeout(restore, SETTLED_AFTER_MS);
  });
  const onFocus = ({ target }: FocusEvent) => remember(target);
  remember(document.activeElement);
  document.addEventListener("focusin", onFocus);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener("focusin", onFocus);
  };
}

const SETTLED_AFTER_MS = 50;

function placesWithin(part: Element, target: Element): Place[] {
  const places: Place[] = [];
  for (let element = target; element !== part; element = element.parentElement!)
    places.push({ element, previous: element.previousElementSibling, next: element.nextElementSibling });
  return [...places, { element: part, previous: null, next: null }];
}

/** The element inserted in its place, if any, then its siblings. */
function heirsOf({ previous, next }: Place): (Element | null)[] {
  const replacement = previous?.isConnected ? previous.nextElementSibling : next?.previousElementSibling;
  return [replacement ?? null, next, previous];
}

const isLost = ([focused]: Place[]) =>
  focused !== undefined && !focused.element.isConnected && document.activeElement === document.body;

export function FocusKeeper() {
  useEffect(keepFocus, []);
  return null;
}
