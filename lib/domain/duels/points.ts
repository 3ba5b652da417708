import { POINTS_PER_CHIP } from "./rules";

/** Formats points as chips, with two decimals: 57,600 points are "914.29". Whole chips have none. */
export function formatPoints(points: number): string {
  const digits = points % POINTS_PER_CHIP === 0 ? 0 : 2;
  return (points / POINTS_PER_CHIP).toLocaleString("en-US", {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Formats points as an exact number of chips: "914 18/63". */
export function exactPoints(points: number): string {
  const [whole, rest] = [Math.floor(points / POINTS_PER_CHIP), points % POINTS_PER_CHIP];
  return rest === 0 ? whole.toLocaleString("en-US") : `${whole.toLocaleString("en-US")} ${rest}/${POINTS_PER_CHIP}`;
}
