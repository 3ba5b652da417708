"use client";

import { useEffect } from "react";
import { legacyHref } from "./hrefs";

/** Redirects anchors from the time when the reference was a single page. */
export function LegacyAnchors() {
  useEffect(() => {
    const anchor = location.hash.slice(1);
    const address = document.getElementById(anchor) ? undefined : legacyHref(anchor);
    if (address) location.replace(address);
  }, []);
  return null;
}
