import { type Context, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { type DropResult, GAME_KEYS, type GameKey, GAMES } from "./rules";

/** Adds a drop to the player's score in every game, in the bet's own transaction. */
export async function recordDrop(tx: Context, drop: DropResult): Promise<void> {
  const steps = GAME_KEYS.flatMap((game) => {
    const played = GAMES[game];
    return "step" in played ? [{ game, ...played.step(drop) }] : [];
  });
  const games = steps.map(({ game }) => game);
  const gains = steps.map(({ gain }) => gain);
  const carrying = steps.flatMap(({ game, carries }) => (carries ? [game] : []));
  await write(tx, "leaderboards.drop")`
    INSERT INTO "LeaderboardRecord" AS record (game, "userId", running, score, "gamesPlayed", "reachedAt")
    SELECT game, ${tx.actor.id}, gain, gain, 1, ${tx.now}::timestamptz
      FROM unnest(${games}::text[], ${gains}::bigint[]) AS step(game, gain)
    ON CONFLICT (game, "userId") DO UPDATE SET
      "gamesPlayed" = record."gamesPlayed" + 1,
      (running, score, "reachedAt") = (
        SELECT tally, GREATEST(record.score, tally), CASE WHEN tally > record.score THEN excluded."reachedAt"
          ELSE record."reachedAt" END
          FROM (SELECT excluded.running + CASE WHEN record.game = ANY(${carrying}::text[]) THEN record.running
              ELSE 0 END AS tally) AS now)`;
}

interface RatedPlayer {
  game: GameKey;
  userId: string;
  /** Null while the rating is provisional, which is not ranked. */
  rating: number | null;
  gamesPlayed: number;
  at: Date;
}

/** Stores a player's rating as their score, in the transaction that changed it. */
export async function recordRating(
  tx: VisitorContext,
  { game, userId, rating, gamesPlayed, at }: RatedPlayer,
): Promise<void> {
  if (rating === null) {
    await write(tx, "leaderboards.unrank")`
      DELETE FROM "LeaderboardRecord" WHERE game = ${game} AND "userId" = ${userId}`;
    return;
  }
  await write(tx, "leaderboards.rating")`
    INSERT INTO "LeaderboardRecord" AS record (game, "userId", score, "gamesPlayed", "reachedAt")
    VALUES (${game}, ${userId}, ${Math.max(0, Math.round(rating))}::bigint, ${gamesPlayed}, ${at})
    ON CONFLICT (game, "userId") DO UPDATE SET score = excluded.score, "gamesPlayed" = excluded."gamesPlayed",
      "reachedAt" = CASE WHEN excluded.score = record.score THEN record."reachedAt" ELSE excluded."reachedAt" END`;
}
