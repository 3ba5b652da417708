import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import type { Manner } from "./flight";

/** How balls fall for this viewer. */
export function mannerNow(): Manner {
  return prefersReducedMotion() ? "steps" : "travel";
}
