import { useEffect, useSyncExternalStore } from "react";

/** Kept in memory, because it is removed from the address bar at once. */
let token: string | undefined;

/**
 * Returns the token of the link that led here, and removes it from the address bar, where it would stay in the history.
 * Null without one; undefined until the page has hydrated.
 */
export function useLinkToken(): string | null | undefined {
  useEffect(() => {
    // During hydration, React reads the store only after this effect.
    readToken();
    const url = new URL(location.href);
    url.searchParams.delete("token");
    if (url.href !== location.href) history.replaceState(history.state, "", url);
  }, []);
  return useSyncExternalStore<string | null | undefined>(never, readToken, () => undefined);
}

const never = () => () => undefined;

function readToken(): string | null {
  token = new URL(location.href).searchParams.get("token") ?? token;
  return token ?? null;
}
