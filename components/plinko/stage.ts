import { IDLE, type Play } from "./machine";
import { paint, paintSprites, type Sprites } from "./paint";
import { type BrassDot, inCup, sceneAt, throwDots } from "./scene";
import type { Pose } from "./flight";

export type Stage = ReturnType<typeof createStage>;

/** Renders the play to a canvas. Requests animation frames only while something moves. */
export function createStage(canvas: HTMLCanvasElement, random: () => number, prefersReducedMotion: () => boolean) {
  const ctx = canvas.getContext("2d");
  let play: Play = IDLE;
  let since = performance.now();
  let resting: Pose | null = null;
  let dots: readonly BrassDot[] = [];
  let sprites: Sprites | null = null;
  let frame = 0;
  let ratio = 0;
  let still = prefersReducedMotion();

  const sizes = new ResizeObserver(fit);
  sizes.observe(canvas);

  /** Fits the canvas to device pixels, also after a zoom or a move to another screen. */
  function fit() {
    ratio = devicePixelRatio;
    canvas.width = Math.round(canvas.clientWidth * ratio);
    canvas.height = Math.round(canvas.clientHeight * ratio);
    sprites = canvas.width > 0 ? paintSprites(canvas.width) : null;
    draw(performance.now());
  }

  function draw(now: number) {
    cancelAnimationFrame(frame);
    if (ratio !== devicePixelRatio) return fit();
    if (!ctx || !sprites) return;
    const scene = sceneAt({ play, now, since, resting, dots, still });
    if (play.phase === "dropping") resting = scene.balls[0]?.pose ?? null;
    paint(ctx, scene, sprites, canvas.width);
    if (scene.moving) frame = requestAnimationFrame(draw);
  }

  return {
    show(next: Play) {
      if (next === play) return;
      if (next.phase === "result") resting = { ...inCup(next.drop.landedBin), spin: resting?.spin ?? 0 };
      dots = next.phase === "result" && next.drop.won ? throwDots(inCup(next.drop.landedBin), random) : [];
      if (next.phase !== play.phase) since = performance.now();
      still = prefersReducedMotion();
      play = next;
      draw(performance.now());
    },
    close() {
      cancelAnimationFrame(frame);
      sizes.disconnect();
    },
  };
}
