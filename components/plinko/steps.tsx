"use client";

import { Icon } from "@/components/ui/icon";
import { useEffect, useState } from "react";
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
      {path.map(({ direction }, row) => (
        <li key={row} className={row < shown ? "animate-fade text-brand" : "invisible"}>
          <Icon name={ARROWS[direction]} className="size-5" />
        </li>
      ))}
    </ol>
  );
}

const ARROWS = { start: "arrow-down", left: "arrow-left", right: "arrow-right" } as const;
