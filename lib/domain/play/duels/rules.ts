import { BINS, ODDS, ODDS_OF } from "@/lib/domain/play/coins/plinko";
import { HOUR_MS } from "@/lib/domain/kernel/durations";

export const RANKED_GAMES = { duel: { name: "Five-ball duel" } } as const;
type RankedGame = keyof typeof RANKED_GAMES;
export const RANKED_GAME_KEYS = Object.keys(RANKED_GAMES) as [RankedGame, ...RankedGame[]];
/** The game under which duel ratings and rankings are stored. */
export const DUEL = "duel" satisfies RankedGame;

export const BALLS = 5;
/** Chips that each player gets. They are not coins, and end with the duel. */
export const CHIPS = 100;

/** Points per chip, chosen so that every fair payout is a whole number of points. */
export const POINTS_PER_CHIP = 63;

/** What a chip on the right bin pays, in points: exactly the reciprocal of the bin's odds. */
export const PAYOUT_POINTS: readonly number[] = Array.from(
  { length: BINS },
  (_, bin) => (POINTS_PER_CHIP * ODDS_OF) / (ODDS[bin] ?? NaN),
);

export const ACCEPT_WITHIN_MS = 24 * HOUR_MS;
export const PLAY_WITHIN_MS = 24 * HOUR_MS;

/** Open challenges of one player (docs/contract.md#duels), as many as are listed. */
export const MAX_INCOMING = 50;
export const MAX_OUTGOING = 50;
export const FINISHED_SHOWN = 20;
export const LEADERBOARD_ROWS = 100;

/** Rated duels between the same two players within `RATED_WINDOW_MS`; further ones change no rating. */
export const MAX_RATED_PER_PAIR = 3;
export const RATED_WINDOW_MS = 24 * HOUR_MS;

export type DuelStatus = "pending" | "accepted" | "finished" | "declined" | "cancelled" | "expired";
export type DuelRole = "challenger" | "opponent";
export type DuelResult = DuelRole | "draw";
type DuelAction = "accept" | "decline" | "cancel" | "play";

export const ROLES: readonly DuelRole[] = ["challenger", "opponent"];
export const OTHER_ROLE = { challenger: "opponent", opponent: "challenger" } as const satisfies Record<
  DuelRole,
  DuelRole
>;

export const ofBoth = <T>(of: (role: DuelRole) => T): Record<DuelRole, T> => ({
  challenger: of("challenger"),
  opponent: of("opponent"),
});

export const sidesByRole = <Side extends { role: DuelRole }>(sides: readonly Side[]): Record<DuelRole, Side> =>
  ofBoth((role) => sides.find((side) => side.role === role)!);

/** Who may take each action, and the status that it leads to from each status that allows it. */
const TRANSITIONS: Record<DuelAction, Record<DuelRole, Partial<Record<DuelStatus, DuelStatus>> | null>> = {
  accept: { challenger: null, opponent: { pending: "accepted" } },
  decline: { challenger: null, opponent: { pending: "declined" } },
  cancel: { challenger: { pending: "cancelled" }, opponent: null },
  play: {
    challenger: { pending: "pending", accepted: "accepted" },
    opponent: { pending: "accepted", accepted: "accepted" },
  },
};

/** Returns the status after an action: "forbidden" if only the other player may take it, "conflict" if nobody can. */
export function nextStatus(
  status: DuelStatus,
  role: DuelRole,
  action: DuelAction,
): DuelStatus | "forbidden" | "conflict" {
  const allowed = TRANSITIONS[action][role];
  return allowed === null ? "forbidden" : (allowed[status] ?? "conflict");
}

export const isOpen = (status: DuelStatus): boolean => status === "pending" || status === "accepted";

/** Returns the key of two players: both ids, the lower first. */
export function pairOf(one: string, other: string): string {
  return [one, other].sort().join(":");
}

/** Our choice: tiers by rating, the highest first. A new rating, 1500, is in the middle one. */
export const TIERS = [
  { name: "Brass", from: 1900 },
  { name: "Copper", from: 1700 },
  { name: "Oak", from: 1500 },
  { name: "Ash", from: 1300 },
  { name: "Pine", from: 0 },
] as const;

export type TierName = (typeof TIERS)[number]["name"];

export function tierOf(rating: number): TierName {
  return (TIERS.find(({ from }) => rating >= from) ?? TIERS[TIERS.length - 1]!).name;
}
