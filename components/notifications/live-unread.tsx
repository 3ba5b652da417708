"use client";

import { UnreadBadge } from "@/components/shell/unread-badge";
import { usePulse } from "@/lib/client/pulse";

/** How many notifications are unread, as the page was made and then as the pulse says. */
export function LiveUnread({ rendered }: { rendered: number }) {
  return <UnreadBadge count={usePulse("notifications") ?? rendered} />;
}
