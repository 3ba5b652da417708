"use client";

import { type RefObject, useEffect } from "react";

/** Far enough ahead that a reader seldom sees the end. */
const AHEAD = "900px";

/** Calls when an element comes near the screen. */
export function useNearness(element: RefObject<Element | null>, onNear: () => void, active: boolean) {
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onNear(), {
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear, active]);
}
