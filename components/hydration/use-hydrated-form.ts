import { type RefObject, useEffect, useEffectEvent, useRef } from "react";

/**
 * Shows a field or a form once, as the page hydrates. React does not know what somebody typed or chose in it before,
 * and would put back its own values with the next change.
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
