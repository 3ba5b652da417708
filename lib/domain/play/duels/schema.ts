import { z } from "zod";
import { bin, clientSeed, hex64, plinkoStep } from "@/lib/domain/play/coins/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import { BALLS, CHIPS, RANKED_GAME_KEYS, RANKED_GAMES, TIERS, type TierName } from "./rules";
import { stakedChips } from "./scoring";

const duelId = z.string().meta({ example: "duel_0VhQ3kTzAbCdEfGhIjKlMn" });
const count = z.int().min(0);
const game = z.enum(RANKED_GAME_KEYS);
const rating = z.number().meta({ description: "A Glicko-2 rating", example: 1562.4 });

export const challenge = z.strictObject({
  game,
  opponent: z.string().trim().min(1).max(64).meta({ description: "Whom: their id or handle", example: "ada" }),
});
export type Challenge = z.output<typeof challenge>;

export const challenged = z.strictObject({
  id: z.string(),
  serverSeedHash: hex64.meta({ description: "SHA-256 of the server's seed, promised before anybody plays" }),
});
export type Challenged = z.output<typeof challenged>;

const pick = z.strictObject({
  bin,
  stake: z.int().min(0).max(CHIPS).meta({ description: "Chips on this bin", example: 20 }),
});

const picks = z
  .array(pick)
  .length(BALLS)
  .refine((given) => stakedChips(given) <= CHIPS, `The stakes together are at most ${CHIPS} chips`)
  .meta({ description: `One pick for each of the ${BALLS} balls; the stakes together are at most ${CHIPS} chips.` });

export const challengeAction = z
  .strictObject({
    action: z.enum(["accept", "decline", "cancel", "play"]),
    clientSeed: clientSeed.optional(),
    picks: picks.optional(),
  })
  .superRefine((body, ctx) => {
    const playing = body.action === "play";
    for (const field of ["clientSeed", "picks"] as const) {
      if ((body[field] !== undefined) === playing) continue;
      const message = playing ? `${field} is required to play` : `${field} is only taken with the action "play"`;
      ctx.addIssue({ code: "custom", path: [field], message });
    }
  });
export type ChallengeAction = z.output<typeof challengeAction>;

const status = z.enum(["pending", "accepted", "finished", "declined", "cancelled", "expired"]);
const result = z.enum(["challenger", "opponent", "draw"]);

const ratingChange = z.strictObject({
  before: rating,
  after: rating,
  provisional: z.boolean().meta({ description: "Whether the rating is still too uncertain to be ranked" }),
});
const ratingChanges = z
  .strictObject({ challenger: ratingChange, opponent: ratingChange })
  .nullable()
  .meta({ description: "Null where the duel is not rated" });

export const challengeState = z.strictObject({
  status,
  result: result.optional(),
  ratings: ratingChanges.optional(),
});
export type ChallengeState = z.output<typeof challengeState>;

const duelSummary = z
  .strictObject({
    id: duelId,
    game,
    status,
    challenger: person,
    opponent: person,
    serverSeedHash: hex64,
    createdAt: z.iso.datetime(),
    expiresAt: z.iso
      .datetime()
      .meta({ description: "Until when it must be accepted, then until when it must be played" }),
    played: z.strictObject({ challenger: z.boolean(), opponent: z.boolean() }),
    result: result.optional(),
    rated: z.boolean().optional(),
    finishedAt: z.iso.datetime().optional(),
    ratings: ratingChanges.optional(),
  })
  .meta({ id: "DuelSummary", description: "A duel, without what was played." });
export type DuelSummary = z.output<typeof duelSummary>;

const play = z
  .strictObject({
    clientSeed,
    picks: z.array(pick),
    score: count.nullable().meta({ description: "In 63rds of a chip. Null where the other did not play" }),
  })
  .nullable()
  .meta({ description: "Null for who did not play in time" });

export const duel = duelSummary
  .extend({
    clientSeed: clientSeed.optional().meta({ description: "Your own, until the duel is finished" }),
    picks: z.array(pick).optional().meta({ description: "Your own, until the duel is finished" }),
    serverSeed: hex64.optional(),
    plays: z.strictObject({ challenger: play, opponent: play }).optional(),
    balls: z
      .array(z.strictObject({ path: z.array(plinkoStep), landedBin: bin }))
      .nullable()
      .optional()
      .meta({ description: "Null where one of the two did not play: their seed is missing" }),
  })
  .meta({ id: "Duel", description: "A duel. What was played shows once it is finished." });
export type Duel = z.output<typeof duel>;

const record = { wins: count, losses: count, draws: count };

const ownRating = z.strictObject({
  game,
  rating,
  deviation: z.number(),
  provisional: z.boolean(),
  tier: z.enum(TIERS.map(({ name }) => name) as [TierName, ...TierName[]]),
  ...record,
});
export type OwnRating = z.output<typeof ownRating>;

export const rankedOverview = z
  .strictObject({
    games: z.array(z.strictObject({ key: game, name: z.string().meta({ example: RANKED_GAMES.duel.name }) })),
    ratings: z.array(ownRating),
    incoming: z.array(duelSummary).meta({ description: "Open, and you were challenged." }),
    outgoing: z.array(duelSummary).meta({ description: "Open, and you challenged." }),
    finished: z.array(duelSummary).meta({ description: "Your latest finished ones." }),
  })
  .meta({ id: "RankedOverview", description: "The ranked games, your ratings and your duels." });
export type RankedOverview = z.output<typeof rankedOverview>;

export const rankedLeaderboard = z
  .strictObject({
    game,
    leaderboard: z.array(
      z.strictObject({ rank: z.int().min(1), user: person, rating, deviation: z.number(), ...record }),
    ),
  })
  .meta({ id: "RankedLeaderboard", description: "The best players of a ranked game." });
export type RankedLeaderboard = z.output<typeof rankedLeaderboard>;
export type RankedPlayer = RankedLeaderboard["leaderboard"][number];
