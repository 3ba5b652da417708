import { PEG_RADIUS } from "./layout";
import type { Scene } from "./scene";
import type { Sprite, Sprites } from "./sprites";

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

function stamp(ctx: CanvasRenderingContext2D, { image }: Sprite, x: number, y: number, size = 1) {
  const width = image.width * size;
  ctx.drawImage(image, x - width / 2, y - width / 2, width, width);
}
