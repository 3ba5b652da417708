import { useEffect, useState, useSyncExternalStore } from "react";

/**
 * How far somebody had read a room in this browser when they opened it; null where that is not known. What they read
 * since counts the next time.
 */
export function useReadPosition(code: string, newest: number, isReading: boolean): number | null {
  const key = `room-read:${code}`;
  const [before] = useState(() => stored(key));
  // The server knows nothing of it, so the first render does not either.
  const inBrowser = useSyncExternalStore(never, yes, no);
  useEffect(() => {
    if (!isReading || document.hidden) return;
    try {
      localStorage.setItem(key, String(newest));
    } catch {
      // Without storage there is no divider the next time.
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
