import { useSyncExternalStore } from "react";

/** True one render after hydration: the first render must show what the server did, which knows less. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

const never = () => () => {};
