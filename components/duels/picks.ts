import { BALLS } from "@/lib/domain/duels/rules";
import type { Pick } from "@/lib/domain/duels/scoring";

export const binField = (ball: number) => `bin-${ball}`;
export const stakeField = (ball: number) => `stake-${ball}`;

/** The picks that a form's fields hold. An empty stake is none. */
export function picksIn(entries: FormData): Pick[] {
  return Array.from({ length: BALLS }, (_, ball) => ({
    bin: Number(entries.get(binField(ball))),
    stake: Number(entries.get(stakeField(ball)) ?? 0),
  }));
}
