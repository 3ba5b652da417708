"use client";

import { type FocusEvent, useEffect, useState } from "react";

/** Whether the pointer or focus is inside, or the window is not focused: timeouts should pause then. */
export function useAttention() {
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const [away, setAway] = useState(false);

  useEffect(() => {
    const leave = () => setAway(true);
    const come = () => setAway(false);
    window.addEventListener("blur", leave);
    window.addEventListener("focus", come);
    return () => {
      window.removeEventListener("blur", leave);
      window.removeEventListener("focus", come);
    };
  }, []);

  const holding = {
    onPointerEnter: () => setPointed(true),
    onPointerLeave: () => setPointed(false),
    onFocus: () => setFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => setFocused(currentTarget.contains(relatedTarget)),
  };
  return { held: pointed || focused || away, holding };
}
