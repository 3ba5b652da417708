import { IDLE, type Play } from "./machine";
import { type BrassDot, inBin, sceneAt, throwDots, type Scene } from "./scene";
import type { Pose } from "./flight";
import { BALL_RADIUS, PEG_RADIUS } from "./layout";
import { PALETTE } from "./palette";

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
      if (next.phase === "result") resting = { ...inBin(next.drop.landedBin), spin: resting?.spin ?? 0 };
      dots = next.phase === "result" && next.drop.won ? throwDots(inBin(next.drop.landedBin), random) : [];
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

/** Draws one moment. `scale` is the board's width in device pixels. */
export function paint(ctx: CanvasRenderingContext2D, scene: Scene, sprites: Sprites, scale: number) {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.clearRect(0, 0, ctx.canvas.width, ctx.canvas.height);
  ctx.globalCompositeOperation = "lighter";
  for (const { x, y, strength } of scene.glows) {
    ctx.globalAlpha = strength;
    stamp(ctx, sprites.glow, x * scale, y * scale);
  }
  ctx.globalCompositeOperation = "source-over";
  for (const ball of scene.balls) paintBall(ctx, ball, sprites, scale);
  for (const { x, y, radius, alpha } of scene.dots) {
    ctx.globalAlpha = alpha;
    stamp(ctx, sprites.dot, x * scale, y * scale, radius / PEG_RADIUS);
  }
  ctx.globalAlpha = 1;
}

const FLATTEST = 0.2;
const SHADOW_OFFSET = { x: 0.007, y: 0.013 };

function paintBall(
  ctx: CanvasRenderingContext2D,
  { pose, alpha }: Scene["balls"][number],
  { skin, light, shadow }: Sprites,
  scale: number,
) {
  const { x, y, spin, squash, towards } = pose;
  ctx.globalAlpha = alpha;
  stamp(ctx, shadow, (x + SHADOW_OFFSET.x) * scale, (y + SHADOW_OFFSET.y) * scale);
  ctx.save();
  ctx.translate(x * scale, y * scale);
  ctx.rotate(towards);
  ctx.scale(1 - FLATTEST * squash, 1 + FLATTEST * 0.6 * squash);
  ctx.rotate(spin - towards);
  stamp(ctx, skin, 0, 0);
  ctx.rotate(-spin);
  stamp(ctx, light, 0, 0);
  ctx.restore();
}

function stamp(ctx: CanvasRenderingContext2D, image: HTMLCanvasElement, x: number, y: number, size = 1) {
  const width = image.width * size;
  ctx.drawImage(image, x - width / 2, y - width / 2, width, width);
}

/** Moving parts, painted once per size and then copied. `scale` is the board's width in device pixels. */
type Sprites = Record<"skin" | "light" | "shadow" | "glow" | "dot", HTMLCanvasElement>;

function paintSprites(scale: number): Sprites {
  const ball = BALL_RADIUS * scale;
  return {
    skin: sprite(ball, (ctx, r) => {
      disc(ctx, r, PALETTE.ball);
      ctx.clip();
      ctx.strokeStyle = PALETTE.ballBand;
      ctx.lineWidth = r * 0.34;
      ctx.beginPath();
      ctx.ellipse(0, -r * 0.18, r * 1.25, r * 0.3, 0, 0, Math.PI);
      ctx.stroke();
    }),
    light: sprite(ball, (ctx, r) => {
      const shade = ctx.createRadialGradient(-r * 0.35, -r * 0.4, r * 0.05, 0, 0, r);
      shade.addColorStop(0, fade(PALETTE.brassLight, 0.85));
      shade.addColorStop(0.28, fade(PALETTE.ballLight, 0.25));
      shade.addColorStop(0.62, fade(PALETTE.ballDark, 0));
      shade.addColorStop(1, fade(PALETTE.shadow, 0.62));
      disc(ctx, r, shade);
    }),
    shadow: sprite(ball * 1.5, (ctx, r) => disc(ctx, r, halo(ctx, r, PALETTE.shadow, 0.6))),
    glow: sprite(PEG_RADIUS * scale * 4.2, (ctx, r) => {
      disc(ctx, r, halo(ctx, r, PALETTE.glow, 0.62));
      disc(ctx, PEG_RADIUS * scale * 1.15, fade(PALETTE.brassLight, 0.85));
    }),
    dot: sprite(PEG_RADIUS * scale, (ctx, r) => {
      const brass = ctx.createRadialGradient(-r * 0.3, -r * 0.35, r * 0.05, 0, 0, r);
      brass.addColorStop(0, PALETTE.brassLight);
      brass.addColorStop(0.5, PALETTE.brass);
      brass.addColorStop(1, PALETTE.brassDark);
      disc(ctx, r, brass);
    }),
  };
}

function sprite(radius: number, paint: (ctx: CanvasRenderingContext2D, radius: number) => void) {
  const image = document.createElement("canvas");
  image.width = image.height = Math.ceil(radius * 2) + 2;
  const ctx = image.getContext("2d");
  if (ctx) {
    ctx.translate(image.width / 2, image.height / 2);
    paint(ctx, radius);
  }
  return image;
}

function disc(ctx: CanvasRenderingContext2D, radius: number, fill: string | CanvasGradient) {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.arc(0, 0, radius, 0, 2 * Math.PI);
  ctx.fill();
}

function halo(ctx: CanvasRenderingContext2D, radius: number, colour: string, strength: number): CanvasGradient {
  const gradient = ctx.createRadialGradient(0, 0, radius * 0.1, 0, 0, radius);
  gradient.addColorStop(0, fade(colour, strength));
  gradient.addColorStop(0.45, fade(colour, strength * 0.38));
  gradient.addColorStop(1, fade(colour, 0));
  return gradient;
}

function fade(colour: string, alpha: number): string {
  return colour.replace(")", ` / ${alpha})`);
}
