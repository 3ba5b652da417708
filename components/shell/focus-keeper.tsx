"use client";

import { useEffect } from "react";
import { keepFocus } from "./keep-focus";

/** Keeps the focus in its place when its element is removed. */
export function FocusKeeper() {
  useEffect(keepFocus, []);
  return null;
}
