"use client";

import { useEffect } from "react";
import { movedAddress } from "./addresses";

/** Follows links into the reference that were made when all of it was one page. */
export function MovedAnchors() {
  useEffect(() => {
    const anchor = location.hash.slice(1);
    const address = document.getElementById(anchor) ? undefined : movedAddress(anchor);
    if (address) location.replace(address);
  }, []);
  return null;
}
