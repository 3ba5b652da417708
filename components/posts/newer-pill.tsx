"use client";

import { loadAfterPage } from "@/components/shell/load-after-page";

/** Tells that there are newer posts, from a minute after the page on. */
export const NewerPill = loadAfterPage(() => import("./newer-posts"));
