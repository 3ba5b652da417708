import { PAYOUT_POINTS, POINTS_PER_CHIP } from "@/lib/domain/duels/rules";

/** What the right bin pays for a chip: "9.14×", "4×", "3.56×". */
export function payoutLabel(bin: number): string {
  const times = (PAYOUT_POINTS[bin] ?? 0) / POINTS_PER_CHIP;
  return `${Number.isInteger(times) ? times : times.toFixed(2)}×`;
}
