import { useEffect, useRef, type CSSProperties, type ReactNode } from "react";
import clsx from "clsx";
import { HEIGHT } from "./layout";
import type { Play } from "./machine";
import { PALETTE } from "./palette";
import style from "./plinko.module.css";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import type { Stage } from "./stage";

type BoardProps = {
  play: Play;
  /** A `BoardFace`: a server renders it, so that its code is not loaded. */
  face: ReactNode;
  /** Whether the viewer is about to play, which loads the canvas. */
  activated: boolean;
  onSkip: () => void;
  children: ReactNode;
};

/** The dark panel in both themes: static SVG, the cups in HTML, and the animated canvas on top. */
export function Board({ play, face, activated, onSkip, children }: BoardProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const stage = useRef<Stage>(null);
  const shown = useRef(play);

  // Loaded on hover or focus, or at the latest with the bet. If it fails to load, the outcome is still shown as text.
  useEffect(() => {
    if (!activated) return;
    let open = true;
    const opened = import("./stage").then(({ createStage }) => {
      if (!open || !canvas.current) return;
      stage.current = createStage(canvas.current, Math.random, prefersReducedMotion);
      stage.current.show(shown.current);
    });
    opened.catch(() => {});
    return () => {
      open = false;
      stage.current?.close();
    };
  }, [activated]);

  useEffect(() => {
    shown.current = play;
    stage.current?.show(play);
  }, [play]);

  const lost = play.phase === "result" && !play.drop.won;
  return (
    <div className={clsx(PANEL, lost && style.lost)} style={SHAPE} onClick={onSkip}>
      {face}
      {children}
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
    </div>
  );
}

const SHAPE = { aspectRatio: 1 / HEIGHT, "--chosen": PALETTE.chosen } as CSSProperties;

/** Takes the height that the rest of the page leaves (`--around`), so that the whole game fits on the screen. */
const PANEL =
  "relative isolate mx-auto max-w-[min(36rem,max(15rem,100svh-var(--around)))] overflow-hidden rounded-card bg-wood select-none " +
  "[--around:26rem] max-sm:[@media(max-height:47.5rem)]:[--around:21.5rem] sm:[--around:24.5rem] md:[--around:17.5rem]";
