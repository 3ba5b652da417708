"use client";

import { useEffect } from "react";
import { takeFocus } from "@/components/ui/take-focus";

interface Place {
  element: Element;
  previous: Element | null;
  next: Element | null;
}

/**
 * When the focused element is removed, moves the focus to what takes its place. After a dialog whose opener is gone, to
 * where it was in the page, or to what takes the place of that. Returns a function that stops this.
 */
function keepFocus(): () => void {
  let focused: Element | null = null;
  /** The element of the page that was focused last and its ancestors, innermost first. */
  let places: Place[] = [];
  let path = "";
  let timer: number | undefined;

  const isLost = () => focused?.isConnected === false && document.activeElement === document.body;

  function remember(target: EventTarget | null) {
    if (!(target instanceof Element)) return;
    focused = target;
    if (location.pathname !== path) places = [];
    path = location.pathname;
    const part = target.closest("main, aside");
    if (part) places = placesWithin(part, target);
  }

  function restore() {
    timer = undefined;
    if (!isLost()) return;
    focused = null;
    // Another page is read from its beginning.
    if (location.pathname !== path) return;
    const outermost = places.findLast(({ element }) => !element.isConnected);
    const heirs = outermost ? heirsOf(outermost) : [];
    const around = places.map(({ element }) => element);
    [...heirs, ...around, document.querySelector("main")].some(takeFocus);
  }

  // Deferred, because a closing dialog returns the focus a moment after it is removed.
  const observer = new MutationObserver(() => {
    if (timer === undefined && isLost()) timer = window.setTimeout(restore, SETTLED_AFTER_MS);
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

export function FocusKeeper() {
  useEffect(keepFocus, []);
  return null;
}
