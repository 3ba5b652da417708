import type { Context } from "@/lib/domain/kernel/context";
import { answerChallenge, challengeUser } from "@/lib/domain/play/duels/commands";
import type { Pick } from "@/lib/domain/play/duels/scoring";

/** Picks without stakes: a duel with these is a draw. */
export const PICKS: Pick[] = Array.from({ length: 5 }, () => ({ bin: 2, stake: 0 }));

export const play = (player: Context, id: string, picks: Pick[] = PICKS) =>
  answerChallenge(player, { id, action: "play", clientSeed: player.actor.handle, picks });

/** Creates an open challenge by the first player. */
export async function duelBetween(challenger: Context, opponent: Context): Promise<string> {
  return (await challengeUser(challenger, { game: "duel", opponent: opponent.actor.id })).id;
}

const staked = (stake: number): Pick[] => PICKS.map((pick, ball) => (ball === 0 ? { ...pick, stake } : pick));

/** Plays a duel to its end. Each player stakes the given chips on the middle bin for the first ball. */
export async function playDuel(challenger: Context, opponent: Context, stakes = { ada: 0, ben: 0 }): Promise<string> {
  const id = await duelBetween(challenger, opponent);
  await play(challenger, id, staked(stakes.ada));
  await play(opponent, id, staked(stakes.ben));
  return id;
}
