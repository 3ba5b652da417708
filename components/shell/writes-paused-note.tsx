"use client";

import { useEffect } from "react";
import { useStore } from "zustand/react";
import { Icon } from "@/components/ui/icon";
import { call } from "@/lib/client/call";
import { writesPaused } from "@/lib/client/writes-paused";

/** Our choice: how often the page asks whether it can write again. */
const ASK_EVERY_MS = 5000;

/**
 * Says that the site can only be read, while replicas answer for a primary that is away. It floats, so that nothing
 * moves when it comes and goes.
 * @param initially whether it was so when the page was rendered
 */
export function WritesPausedNote({ initially }: { initially: boolean }) {
  const isPaused = useStore(writesPaused, ({ paused }) => paused ?? initially);
  useEffect(() => {
    if (!isPaused) return;
    // Any write says so, and this one changes nothing that is not changed every minute.
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
