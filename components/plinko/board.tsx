"use client";

import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import clsx from "clsx";
import { BoardFace } from "./board-face";
import { HEIGHT } from "./layout";
import type { Play } from "./machine";
import { PALETTE } from "./palette";
import style from "./plinko.module.css";
import { prefersStill } from "./prefers-still";
import { createStage } from "./stage";

type BoardProps = { play: Play; onSkip: () => void; children: ReactNode };

/** The dark panel in both themes: the drawn face, the cups (HTML, laid over it by the page) and the moving canvas on top. */
export function Board({ play, onSkip, children }: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<ReturnType<typeof createStage>>(null);

  useEffect(() => {
    if (!canvas.current) return;
    stage.current = createStage(canvas.current, Math.random, prefersStill);
    return () => stage.current?.close();
  }, []);

  useEffect(() => stage.current?.show(play), [play]);

  const lost = play.phase === "result" && !play.drop.won;
  return (
    <div className={clsx("relative isolate overflow-hidden rounded-card bg-wood select-none", lost && style.lost)} style={SHAPE} onClick={onSkip}>
      <BoardFace />
      {children}
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
    </div>
  );
}

const SHAPE = { aspectRatio: 1 / HEIGHT, "--chosen": PALETTE.chosen } as CSSProperties;
