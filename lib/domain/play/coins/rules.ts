export const STARTING_COINS = 10;

export const CLAIM_COINS = 10;
export const CLAIM_BELOW = 10;

/** Bounds of a bet, in whole coins (docs/contract.md#coins-plinko-and-the-shop). */
export const MIN_BET = 1;
export const MAX_BET = 1_000_000;

export const PAYOUT_FACTOR = 2;

export const SHOP = {
  "profile-pet": {
    name: "Profile pet",
    price: 50,
    description: "A small dog that walks along your profile for everyone who visits.",
  },
} as const satisfies Record<string, { name: string; price: number; description: string }>;

export type ShopItem = keyof typeof SHOP;

export const SHOP_ITEMS = Object.keys(SHOP) as [ShopItem, ...ShopItem[]];

export const LEDGER_TYPES = ["OPENING", "BET_WON", "BET_LOST", "CLAIM", "PURCHASE", "QUEST", "SALE"] as const;

export type LedgerType = (typeof LEDGER_TYPES)[number];

/** Our choice: groups by which the history can be filtered, fewer than the kinds of entries. */
export const HISTORY_FILTERS = {
  drops: ["BET_WON", "BET_LOST"],
  earned: ["OPENING", "CLAIM", "QUEST", "SALE"],
  spent: ["PURCHASE"],
} as const satisfies Record<string, readonly LedgerType[]>;

export type HistoryFilter = keyof typeof HISTORY_FILTERS;

/** Maximum length of the player's part of a drop's randomness. */
export const MAX_CLIENT_SEED = 64;

/** Formats an amount of coins: `1 coin`, `12,000 coins`. */
export function countCoins(coins: number): string {
  return `${coins.toLocaleString("en-US")} ${coins === 1 ? "coin" : "coins"}`;
}

export function canClaim(coins: number): boolean {
  return coins < CLAIM_BELOW;
}
