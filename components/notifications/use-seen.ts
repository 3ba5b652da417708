import { useEffect, useEffectEvent, useRef } from "react";

/** How long a notification is in view, in a visible tab, before it counts as seen. */
const SEEN_AFTER_MS = 1000;

/** How much of it. */
const SEEN_SHARE = 0.5;

/** Calls back once the element has been in view for a moment, as long as it is waited for. */
export function useSeen(isAwaited: boolean, onSeen: () => void) {
  const element = useRef<HTMLLIElement>(null);
  const see = useEffectEvent(onSeen);
  useEffect(() => {
    if (!isAwaited || !element.current) return;
    let isInView = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (isInView && !document.hidden) timer = setTimeout(see, SEEN_AFTER_MS);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInView = entries.at(-1)?.isIntersecting ?? false;
        wait();
      },
      { threshold: SEEN_SHARE },
    );
    observer.observe(element.current);
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener("visibilitychange", wait);
    };
  }, [isAwaited]);
  return element;
}
