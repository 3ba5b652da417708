"use client";

import { useEffect } from "react";

/** Keeps the focus in its place when its element is removed. Loaded after the page, which is pressed first. */
export function FocusKeeper() {
  useEffect(() => {
    const loaded = import("./keep-focus").then(
      ({ keepFocus }) => keepFocus(),
      // Without a connection, nothing is deleted either.
      () => undefined,
    );
    return () => void loaded.then((stop) => stop?.());
  }, []);
  return null;
}
