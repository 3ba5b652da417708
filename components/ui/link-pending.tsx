"use client";

import { useLinkStatus } from "next/link";

/** Stands in a link and marks it, as `data-pending`, from the press until its page is there. */
export function LinkPending() {
  return useLinkStatus().pending && <span data-pending hidden />;
}
