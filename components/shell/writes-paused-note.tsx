"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { Icon } from "@/components/ui/icon";
import { call } from "@/lib/client/call";
import { writesPaused } from "@/lib/client/writes-paused";

/** How often the page checks whether writing works again. Soon enough to wait for, and little load. */
const ASK_EVERY_MS = 5000;

/** Says that the site is read-only while replicas serve for an unavailable primary. Floats: the layout stays. */
export function WritesPausedNote({ initially }: { initially: boolean }) {
  const isPaused = useStore(writesPaused, ({ paused }) => paused ?? initially);
  useEffect(() => {
    if (!isPaused) return;
    // The response to any write shows whether writing works, and this one changes nothing that does not change every
    // minute anyway.
    const timer = setInterval(() => void call("POST /api/pulse", { want: [] }).catch(() => undefined), ASK_EVERY_MS);
    return () => clearInterval(timer);
  }, [isPaused]);
  return (
    // The live region must exist before its message to be announced.
    <div role="status">
      {isPaused && (
        <p className="fixed inset-x-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-40 flex animate-enter-up items-start gap-2.5 rounded-card border border-line bg-surface px-4 py-2.5 text-15 shadow-float md:right-auto md:bottom-6 md:left-6 md:max-w-92">
          <Icon name="hourglass" className="mt-0.5 size-5 shrink-0 text-brand" />
          You can keep reading. Posting, liking and betting will be back soon.
        </p>
      )}
    </div>
  );
}
