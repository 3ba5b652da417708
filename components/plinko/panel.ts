import type { CSSProperties } from "react";
import { HEIGHT } from "./layout";
import { PALETTE } from "./palette";
import style from "./plinko.module.css";

// The board's panel: also of what holds its place until its code is loaded.

export const SHAPE = { aspectRatio: 1 / HEIGHT, "--chosen": PALETTE.chosen } as CSSProperties;

/** Takes the height that the rest of the page leaves (`--around`), so that the whole game fits on the screen. */
export const PANEL =
  `${style.face} ` +
  "relative isolate mx-auto max-w-[min(36rem,max(15rem,100svh-var(--around)))] overflow-hidden rounded-card bg-wood select-none " +
  "[--around:26rem] max-sm:[@media(max-height:47.5rem)]:[--around:21.5rem] sm:[--around:24.5rem] md:[--around:17.5rem]";
