/** docs/contract.md#xp-levels-and-quests */
export const XP = { post: 25, comment: 10, like: 5, follow: 5 };

export type PaidAct = keyof typeof XP;

/** Our choice: acts a day that earn XP. More than a busy member does in a day, and at most level 7 from posts. */
export const PAID_ACTS_A_DAY: Record<PaidAct, number> = { post: 100, comment: 200, like: 300, follow: 100 };

/**
 * Only the goals are promised (docs/contract.md#xp-levels-and-quests). Our choice: what each pays, in XP at once and in
 * coins when it is claimed. Components report acts to components/quests/user-actions.ts.
 */
export const QUESTS = {
  post: { title: "Pin something up", goal: 1, xp: 20, coins: 2 },
  like: { title: "Like five posts", goal: 5, xp: 15, coins: 1 },
  comment: { title: "Comment twice", goal: 2, xp: 15, coins: 2 },
  follow: { title: "Follow someone new", goal: 1, xp: 10, coins: 1 },
  play: { title: "Drop three balls", goal: 3, xp: 10, coins: 1 },
} as const;

export type QuestKey = keyof typeof QUESTS;

export function xpForLevel(level: number): number {
  return 50 * level * (level - 1);
}

/** Returns the level for an amount of XP. Everybody starts at 1. */
export function levelOf(xp: number): number {
  return Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2);
}

/** Our choice: for how long after joining, and up to how many follows, the home page suggests people. */
export const NEWCOMER_DAYS = 14;
export const FIRST_FOLLOWS = 3;
