import { useEffect, useRef, type ReactNode } from "react";
import clsx from "clsx";
import type { Play } from "./machine";
import { PANEL, SHAPE } from "./panel";
import style from "./plinko.module.css";
import { prefersReducedMotion } from "@/components/ui/prefers-reduced-motion";
import type { Stage } from "./stage";

type BoardProps = {
  play: Play;
  /** Whether the viewer is about to play, which loads the canvas. */
  activated: boolean;
  onSkip: () => void;
  children: ReactNode;
};

/** The dark panel in both themes: a drawing, the cups in HTML, and the animated canvas on top. */
export function Board({ play, activated, onSkip, children }: BoardProps) {
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
      {children}
      <canvas ref={canvas} aria-hidden className="pointer-events-none absolute inset-0 size-full" />
    </div>
  );
}
