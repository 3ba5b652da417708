import { drop, type Drop, randomByte } from "@/lib/domain/play/coins/plinko";
import { BALLS, CHIPS, type DuelResult, type DuelRole, ofBoth, PAYOUT_POINTS, POINTS_PER_CHIP } from "./rules";

// Pure and free of server code: the page proves a duel with this same code.

export interface Pick {
  bin: number;
  stake: number;
}

interface DuelSeeds {
  serverSeed: string;
  challengerSeed: string;
  opponentSeed: string;
}

/** Returns the paths of the five balls: Plinko drops of the messages `challengerSeed:opponentSeed:n`. */
export function dropBalls({ serverSeed, challengerSeed, opponentSeed }: DuelSeeds): Promise<Drop[]> {
  return Promise.all(
    Array.from({ length: BALLS }, async (_, ball) =>
      drop(await randomByte(serverSeed, `${challengerSeed}:${opponentSeed}`, ball)),
    ),
  );
}

/** Returns what a duel that both have played leads to. */
export async function playOut(
  serverSeed: string,
  plays: Record<DuelRole, { clientSeed: string; picks: readonly Pick[] }>,
) {
  const { challenger, opponent } = plays;
  const seeds = { serverSeed, challengerSeed: challenger.clientSeed, opponentSeed: opponent.clientSeed };
  const balls = await dropBalls(seeds);
  const landedBins = balls.map(({ landedBin }) => landedBin);
  return { balls, landedBins, scores: ofBoth((role) => scoreOf(plays[role].picks, landedBins)) };
}

/** Counts points: unstaked chips plus the payout of every right bin. */
export function scoreOf(picks: readonly Pick[], landedBins: readonly number[]): number {
  return picks.reduce(
    (points, { bin, stake }, ball) => points + (bin === landedBins[ball] ? payoutPoints(bin, stake) : 0),
    POINTS_PER_CHIP * (CHIPS - stakedChips(picks)),
  );
}

export function payoutPoints(bin: number, stake: number): number {
  return stake * (PAYOUT_POINTS[bin] ?? 0);
}

export function stakedChips(picks: readonly Pick[]): number {
  return picks.reduce((chips, { stake }) => chips + stake, 0);
}

export function resultOf(scores: { challenger: number; opponent: number }): DuelResult {
  if (scores.challenger === scores.opponent) return "draw";
  return scores.challenger > scores.opponent ? "challenger" : "opponent";
}

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
