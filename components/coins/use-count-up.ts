import { useEffect, useRef, useState } from "react";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";

const COUNT_FOR = 600;

/** Counts up or down to a new value; with reduced motion it jumps. */
export function useCountUp(target: number): number {
  const [shown, setShown] = useState(target);
  const latest = useRef(target);

  useEffect(() => {
    const from = latest.current;
    if (from === target) return;
    const still = prefersReducedMotion();
    let frame = 0;
    let start: number | undefined;

    function step(time: number) {
      start ??= time;
      const passed = still ? 1 : Math.min(1, (time - start) / COUNT_FOR);
      latest.current = Math.round(from + (target - from) * easeOut(passed));
      setShown(latest.current);
      if (passed < 1) frame = requestAnimationFrame(step);
    }

    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [target]);

  return shown;
}

function easeOut(t: number) {
  return 1 - (1 - t) ** 3;
}
