import { useEffect, useEffectEvent, useRef } from "react";

const ENTRY = "pegboardOverlay";

/** Lets the browser's Back close what covers the page while mounted, instead of leaving the page. */
export function useBackToClose(onClose: () => void): void {
  const close = useEffectEvent(onClose);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    const state = history.state as Record<string, unknown> | null;
    if (!state?.[ENTRY]) history.pushState({ ...state, [ENTRY]: true }, "");
    const onBack = () => isMounted.current && close();
    window.addEventListener("popstate", onBack);
    return () => {
      isMounted.current = false;
      window.removeEventListener("popstate", onBack);
      // Closed by other means: takes the entry back, unless it is mounted again at once, as React does in development.
      setTimeout(() => {
        const left = history.state as Record<string, unknown> | null;
        if (!isMounted.current && left?.[ENTRY]) history.back();
      });
    };
  }, []);
}
