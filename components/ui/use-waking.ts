import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Shows a field or a form once, as the page wakes. What somebody typed or chose before that stands in it, and React does
 * not know: at the next change it would put back its own.
 */
export function useWaking<Found extends HTMLElement>(place: RefObject<Found | null>, look: (found: Found) => void) {
  const lookNow = useEffectEvent(look);
  const awake = useRef(false);
  useEffect(() => {
    // React runs effects twice while one develops.
    if (place.current && !awake.current) lookNow(place.current);
    awake.current = true;
  }, [place]);
}
