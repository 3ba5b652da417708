import { sha256Hex } from "@/lib/domain/coins/fairness";
import type { Duel } from "./schema";
import { dropBalls, resultOf, scoreOf } from "./scoring";

/** A finished duel that both players have played. */
export type ProvableDuel = Pick<Duel, "serverSeedHash" | "result"> & {
  serverSeed: string;
  balls: NonNullable<Duel["balls"]>;
  plays: Record<"challenger" | "opponent", NonNullable<NonNullable<Duel["plays"]>["challenger"]>>;
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
  scores: Record<"challenger" | "opponent", number>;
}

/** Recomputes a duel from its seeds and picks. */
export async function verifyDuel({
  serverSeed,
  serverSeedHash,
  plays,
  balls,
  result,
}: ProvableDuel): Promise<DuelProof> {
  const { challenger, opponent } = plays;
  const seeds = { serverSeed, challengerSeed: challenger.clientSeed, opponentSeed: opponent.clientSeed };
  const [hash, computed] = await Promise.all([sha256Hex(serverSeed), dropBalls(seeds)]);
  const landedBins = computed.map(({ landedBin }) => landedBin);
  const scores = { challenger: scoreOf(challenger.picks, landedBins), opponent: scoreOf(opponent.picks, landedBins) };
  return {
    seedMatches: hash === serverSeedHash,
    landingsMatch: balls.length === landedBins.length && balls.every((ball, n) => ball.landedBin === landedBins[n]),
    scoresMatch:
      scores.challenger === challenger.score && scores.opponent === opponent.score && resultOf(scores) === result,
    scores,
  };
}
