import { sha256Hex } from "@/lib/domain/play/coins/plinko";
import type { Duel } from "./schema";
import { type DuelRole, ROLES } from "./rules";
import { playOut, resultOf } from "./scoring";

export type ProvableDuel = Pick<Duel, "serverSeedHash" | "result"> & {
  serverSeed: string;
  balls: NonNullable<Duel["balls"]>;
  plays: Record<DuelRole, NonNullable<NonNullable<Duel["plays"]>["challenger"]>>;
};

export function isProvable(duel: Duel): duel is Duel & ProvableDuel {
  return Boolean(duel.serverSeed && duel.balls && duel.plays?.challenger && duel.plays.opponent);
}

export interface DuelProof {
  /** Whether the revealed seed matches the committed hash. */
  seedMatches: boolean;
  /** Whether the seeds lead every ball to where it landed. */
  landingsMatch: boolean;
  /** Whether the picks are worth the scores, and the scores give the result. */
  scoresMatch: boolean;
  scores: Record<DuelRole, number>;
}

/** Recomputes a duel from its seeds and picks. */
export async function verifyDuel(duel: ProvableDuel): Promise<DuelProof> {
  const { serverSeed, serverSeedHash, plays, balls, result } = duel;
  const [hash, { landedBins, scores }] = await Promise.all([sha256Hex(serverSeed), playOut(serverSeed, plays)]);
  return {
    seedMatches: hash === serverSeedHash,
    landingsMatch: balls.length === landedBins.length && balls.every((ball, n) => ball.landedBin === landedBins[n]),
    scoresMatch: ROLES.every((role) => scores[role] === plays[role].score) && resultOf(scores) === result,
    scores,
  };
}
