import type { Context } from "@/lib/domain/context";
import { type DropResult, GAME_KEYS, GAMES } from "./rules";

/** Enters a drop into the player's record of every game, in the bet's own transaction. */
export async function recordDrop(tx: Context, drop: DropResult): Promise<void> {
  const steps = GAME_KEYS.map((game) => ({ game, ...GAMES[game].step(drop) }));
  const games = steps.map(({ game }) => game);
  const gains = steps.map(({ gain }) => gain);
  const carrying = steps.flatMap(({ game, carries }) => (carries ? [game] : []));
  await tx.db.$executeRaw`
    INSERT INTO "LeaderboardRecord" AS record (game, "userId", running, score, "gamesPlayed", "reachedAt")
    SELECT game, ${tx.actor.id}, gain, gain, 1, ${tx.now}::timestamptz FROM unnest(${games}::text[], ${gains}::bigint[]) AS step(game, gain)
    ON CONFLICT (game, "userId") DO UPDATE SET
      "gamesPlayed" = record."gamesPlayed" + 1,
      (running, score, "reachedAt") = (
        SELECT tally, GREATEST(record.score, tally), CASE WHEN tally > record.score THEN excluded."reachedAt" ELSE record."reachedAt" END
          FROM (SELECT excluded.running + CASE WHEN record.game = ANY(${carrying}::text[]) THEN record.running ELSE 0 END AS tally) AS now)`;
}
