import { useEffect, useState, useSyncExternalStore } from "react";

/**
 * Returns how far the viewer had read a room in this browser when they opened it; null if unknown. What they read since
 * counts next time.
 */
export function useReadPosition(code: string, newest: number, isReading: boolean): number | null {
  const key = `room-read:${code}`;
  const [before] = useState(() => stored(key));
  // The server does not know the position, so the first render must not use it.
  const inBrowser = useSyncExternalStore(never, yes, no);
  useEffect(() => {
    if (!isReading || document.hidden) return;
    try {
      localStorage.setItem(key, String(newest));
    } catch {
      // Without storage, there is no divider next time.
    }
  }, [key, newest, isReading]);
  return inBrowser && before !== null ? Number(before) : null;
}

const never = () => () => {};
const yes = () => true;
const no = () => false;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
