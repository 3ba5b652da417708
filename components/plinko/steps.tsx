"use client";

import { useEffect, useState } from "react";
import { ArrowDown, ArrowLeft, ArrowRight } from "lucide-react";
import type { PlinkoStep } from "@/lib/domain/coins/plinko";
import { STEP_MS } from "./flight";

/** The path one step at a time, for reduced motion. */
export function Steps({ path }: { path: readonly PlinkoStep[] }) {
  const [shown, setShown] = useState(1);
  useEffect(() => {
    const timer = setInterval(() => setShown((steps) => steps + 1), STEP_MS);
    return () => clearInterval(timer);
  }, [path]);
  return (
    <ol aria-hidden className="flex gap-1">
      {path.map(({ direction }, row) => {
        const Arrow = ARROWS[direction];
        return (
          <li key={row} className={row < shown ? "animate-fade text-brand" : "invisible"}>
            <Arrow className="size-5" />
          </li>
        );
      })}
    </ol>
  );
}

const ARROWS = { start: ArrowDown, left: ArrowLeft, right: ArrowRight };
