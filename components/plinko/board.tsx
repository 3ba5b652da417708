"use client";

import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import clsx from "clsx";
import { BoardFace } from "./board-face";
import { HEIGHT } from "./layout";
import type { Play } from "./machine";
import { PALETTE } from "./palette";
import style from "./plinko.module.css";
import { prefersStill } from "./prefers-still";
import type { Stage } from "./stage";

type BoardProps = {
  play: Play;
  /** Whether somebody is about to play: what moves on the board is ready then. */
  awake: boolean;
  onSkip: () => void;
  children: ReactNode;
};

/** The dark panel in both themes: the drawn face, the cups (HTML, laid over it by the page) and the moving canvas on top. */
export function Board({ play, awake, onSkip, children }: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(null);
  const shown = useRef(play);

  // Fetched when a hand comes near, and at the latest with the bet. Without it the outcome is still told in words.
  useEffect(() => {
    if (!awake) return;
    let open = true;
    const opened = import("./stage").then(({ createStage }) => {
      if (!open || !canvas.current) return;
      stage.current = createStage(canvas.current, Math.random, prefersStill);
      stage.current.show(shown.current);
    });
    opened.catch(() => {});
    return () => {
      open = false;
      stage.current?.close();
    };
  }, [awake]);

  useEffect(() => {
    shown.current = play;
    stage.current?.show(play);
  }, [play]);

  const lost = play.phase === "result" && !play.drop.won;
  return (
    <div
      className={clsx("relative isolate overflow-hidden rounded-card bg-wood select-none", lost && style.lost)}
      style={SHAPE}
      onClick={onSkip}
    >
      <BoardFace />
      {children}
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
    </div>
  );
}

const SHAPE = { aspectRatio: 1 / HEIGHT, "--chosen": PALETTE.chosen } as CSSProperties;
