import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { StuckPage } from "./stuck-page";
import type { Outage } from "./watch-outage";

interface RenderErrorProps {
  error: Error & { digest?: string };
  /** Requests the page from the server again. `reset` would only re-render the same response. */
  retry: () => void;
}

/** Replaces a page that failed. During an outage it says so, and the page returns when that has ended. */
export function RenderError({ error, retry }: RenderErrorProps) {
  const [outage, setOutage] = useState<Outage>();
  const onEnd = useEffectEvent(retry);
  useEffect(() => {
    const closed = new AbortController();
    // Loaded by pages that failed alone.
    import("./watch-outage").then(
      ({ watchOutage }) => watchOutage({ onOutage: setOutage, onEnd: () => onEnd(), signal: closed.signal }),
      () => undefined,
    );
    return () => closed.abort();
  }, []);
  return (
    <StuckPage
      digest={error.digest}
      outage={outage}
      tryAgain={
        <Button variant="primary" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
