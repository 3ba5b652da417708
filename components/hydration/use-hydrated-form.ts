import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Passes a field or form to the callback once it hydrates. React does not know what was typed or chosen before that,
 * and would overwrite it with its own values on the next change.
 */
export function useHydratedForm<Element extends HTMLElement>(
  element: RefObject<Element | null>,
  read: (element: Element) => void,
) {
  const readNow = useEffectEvent(read);
  const isRead = useRef(false);
  useEffect(() => {
    // React runs effects twice in development.
    if (element.current && !isRead.current) readNow(element.current);
    isRead.current = true;
  }, [element]);
}
