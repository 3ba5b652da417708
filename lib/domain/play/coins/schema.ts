import { z } from "zod";
import { ACHIEVEMENT_KEYS, ACHIEVEMENTS } from "./achievements";
import { BINS, ROWS } from "./plinko";
import {
  HISTORY_FILTERS,
  LEDGER_TYPES,
  MAX_BET,
  MAX_CLIENT_SEED,
  MIN_BET,
  SHOP_ITEMS,
  type HistoryFilter,
} from "./rules";

const coins = z.int().nonnegative().meta({ description: "Whole coins", example: 10 });
export const bin = z
  .int()
  .min(0)
  .max(BINS - 1)
  .meta({ description: "A bin, counted from the left", example: 2 });
export const hex64 = z
  .string()
  .regex(/^[0-9a-f]{64}$/, "64 lower-case hex characters")
  .meta({ example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08" });

export const coinBalance = z
  .strictObject({
    coins,
    hasProfilePet: z.boolean(),
  })
  .meta({ id: "CoinBalance", description: "Your balance." });
export type CoinBalance = z.infer<typeof coinBalance>;

export const bet = z.strictObject({
  bin,
  amount: z.int().min(MIN_BET).max(MAX_BET).meta({ description: "Whole coins at stake", example: 5 }),
});
export type Bet = z.infer<typeof bet>;

export const plinkoStep = z.strictObject({
  x: z.number().min(0).max(1).meta({ description: "Share of the board's width, from the left" }),
  y: z.number().min(0).max(1).meta({ description: "Share of the board's height, from the top" }),
  direction: z.enum(["start", "left", "right"]),
});

export const clientSeed = z
  .string()
  .regex(new RegExp(`^[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]{1,${MAX_CLIENT_SEED}}$`, "u"), {
    error: `Must be 1-${MAX_CLIENT_SEED} printable characters`,
  })
  .meta({
    description: `The player's part of the randomness: 1-${MAX_CLIENT_SEED} printable characters`,
    example: "lucky brass",
    // Other tools compile a pattern without the flag that this one needs.
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, { minLength: 1, maxLength: MAX_CLIENT_SEED });
    },
  });

/** Hash and nonce identify the drop permanently. */
export const fairness = z
  .strictObject({
    serverSeedHash: hex64.meta({ description: "SHA-256 of the server's seed, promised before the drop" }),
    clientSeed,
    nonce: z.int().nonnegative().meta({ description: "Counts the drops on one pair of seeds, from 0" }),
  })
  .meta({ id: "Fairness", description: "What a drop is bound to before it falls." });
export type Fairness = z.infer<typeof fairness>;

const dropId = z.string().meta({
  description: "The drop, whose page is `/coins/drops/{id}`",
  example: "drop_0VhQ3kTzAbCdEfGhIjKlMn",
});

export const achievement = z.enum(ACHIEVEMENT_KEYS).meta({
  id: "Achievement",
  description: `What a player collects on the Plinko board: ${Object.entries(ACHIEVEMENTS)
    .map(([key, { description }]) => `\`${key}\`: ${description}`)
    .join(" ")}`,
});

export const betResult = z.strictObject({
  won: z.boolean(),
  payout: coins.meta({ description: "Twice the amount on a win, else 0" }),
  newBalance: coins,
  path: z
    .array(plinkoStep)
    .length(ROWS + 1)
    .meta({ description: "The start, then one step a row" }),
  landedBin: bin,
  fairness,
  dropId,
  xp: z.int().nonnegative().meta({ description: "XP for the win, and for what it added to the collection" }),
  achievements: z.array(achievement).meta({ description: "What it added to the collection", example: [] }),
});
export type BetResult = z.infer<typeof betResult>;

export const claimResult = z.strictObject({ newBalance: coins });
export type ClaimResult = z.infer<typeof claimResult>;

export const purchase = z.strictObject({ item: z.enum(SHOP_ITEMS) });
export type Purchase = z.infer<typeof purchase>;

export const purchaseResult = z.strictObject({ success: z.literal(true), newBalance: coins });
export type PurchaseResult = z.infer<typeof purchaseResult>;

export const rotateFairness = z.strictObject({ clientSeed: clientSeed.optional() });
export type RotateFairness = z.infer<typeof rotateFairness>;

export const rotatedFairness = z.strictObject({
  revealed: z.strictObject({
    serverSeed: hex64,
    serverSeedHash: hex64,
    clientSeed,
    drops: z.int().nonnegative().meta({ description: "How many drops used these seeds" }),
  }),
  next: fairness,
});
export type RotatedFairness = z.infer<typeof rotatedFairness>;

const settledBet = z.strictObject({
  dropId,
  bin,
  amount: z.int().min(MIN_BET),
  landedBin: bin,
  won: z.boolean(),
  payout: coins,
  fairness: fairness.extend({
    serverSeed: hex64.nullable().meta({ description: "Null until the seeds are rotated" }),
  }),
});
export type SettledBet = z.infer<typeof settledBet>;

export const ledgerEntry = z
  .strictObject({
    id: z.string().meta({ example: "led_0VhQ3kTzAbCdEfGhIjKlMn" }),
    type: z.enum(LEDGER_TYPES),
    amount: z.int().meta({ description: "Signed: what the balance moved by", example: -5 }),
    balance: coins.meta({ description: "The balance after this entry" }),
    createdAt: z.iso.datetime(),
    bet: settledBet.optional().meta({ description: "The drop, where it was one" }),
  })
  .meta({ id: "LedgerEntry", description: "A change of your balance." });
export type LedgerEntry = z.infer<typeof ledgerEntry>;

export const ledgerPage = z.strictObject({ data: z.array(ledgerEntry), nextCursor: z.string().nullable() });

export const historyFilter = z
  .enum(Object.keys(HISTORY_FILTERS) as [HistoryFilter, ...HistoryFilter[]])
  .meta({ description: "Only one kind of entry" });

/** Joined by the common `limit` and `cursor` of lists. */
export const historyQuery = z.object({ show: historyFilter.optional() });
export type HistoryQuery = z.infer<typeof historyQuery>;
