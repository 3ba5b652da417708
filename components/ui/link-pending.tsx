"use client";

import { useLinkStatus } from "next/link";

/** Inside a link, marks it with `data-pending` while its page loads. */
export function LinkPending() {
  return useLinkStatus().pending && <span data-pending hidden />;
}
