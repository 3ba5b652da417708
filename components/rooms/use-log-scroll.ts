import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";

/** Within this distance of its end, in pixels, the log follows new messages. */
const NEAR_END_PX = 80;

/** Keeps a log scrolled to its end while the viewer is there, and in place when older messages are added above. */
export function useLogScroll(log: RefObject<HTMLElement | null>, first: string | undefined, last: string | undefined) {
  const [atEnd, setAtEnd] = useState(true);
  const reading = useRef(true);
  const before = useRef({ first, height: 0 });

  useLayoutEffect(() => {
    const element = log.current;
    if (!element) return;
    const grewAbove = before.current.first !== first && before.current.height > 0;
    if (reading.current) element.scrollTo(0, element.scrollHeight);
    else if (grewAbove) element.scrollBy(0, element.scrollHeight - before.current.height);
    before.current = { first, height: element.scrollHeight };
  }, [log, first, last]);

  useEffect(() => {
    const element = log.current;
    if (!element) return;
    const look = () => {
      reading.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END_PX;
      setAtEnd(reading.current);
    };
    // A phone's keyboard makes the log smaller.
    const resized = new ResizeObserver(() => {
      if (reading.current) element.scrollTo(0, element.scrollHeight);
    });
    element.addEventListener("scroll", look, { passive: true });
    resized.observe(element);
    return () => {
      element.removeEventListener("scroll", look);
      resized.disconnect();
    };
  }, [log]);

  function toEnd() {
    reading.current = true;
    setAtEnd(true);
    const element = log.current;
    if (element) element.scrollTo(0, element.scrollHeight);
  }
  return { atEnd, toEnd };
}
