"use client";

import { type ComponentType, useEffect, useState } from "react";
import type { Outbox } from "@/lib/client/outbox/outbox";
import { loadOutbox } from "@/lib/client/outbox/submit";
import { registerWorker } from "@/lib/client/service-worker/register";

/**
 * Sends what waited when the page was left, and shows what waits; loaded early, because it is needed offline. Keeps
 * pages for then.
 */
export function OutboxNote() {
  const [loaded, setLoaded] = useState<{ outbox: Outbox; Shown: ComponentType<{ outbox: Outbox }> }>();
  useEffect(() => {
    Promise.all([loadOutbox(), import("./waiting-acts")]).then(
      ([outbox, { default: Shown }]) => {
        if (outbox) setLoaded({ outbox, Shown });
        void outbox?.flush();
        void registerWorker();
      },
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Shown outbox={loaded.outbox} /> : null;
}
