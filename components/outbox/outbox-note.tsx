"use client";

import { type ComponentType, useEffect, useState } from "react";
import type { Outbox } from "@/lib/client/outbox/outbox";
import { loadOutbox } from "@/lib/client/outbox/submit";

/** Sends what waited when the page was left, and shows what waits. Loaded early, because it is needed offline. */
export function OutboxNote() {
  const [loaded, setLoaded] = useState<{ outbox: Outbox; Shown: ComponentType<{ outbox: Outbox }> }>();
  useEffect(() => {
    Promise.all([loadOutbox(), import("./waiting-acts")]).then(
      ([outbox, { default: Shown }]) => {
        if (outbox) setLoaded({ outbox, Shown });
        void outbox?.flush();
      },
      () => undefined,
    );
  }, []);
  return loaded ? <loaded.Shown outbox={loaded.outbox} /> : null;
}
