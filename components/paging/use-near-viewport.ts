"use client";

import { type RefObject, useEffect } from "react";

/** Far enough ahead that readers seldom see the end. */
const AHEAD = "900px";

/** Calls back when an element comes near the viewport. */
export function useNearViewport(element: RefObject<Element | null>, onNear: () => void, active: boolean) {
  useEffect(() => {
    if (!active || !element.current) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && onNear(), {
      rootMargin: AHEAD,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, onNear, active]);
}
