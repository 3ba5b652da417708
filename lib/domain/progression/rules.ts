/** XP for each act (decisions.md, XP). */
export const XP = { post: 25, comment: 10, like: 5, follow: 5 };

export type PaidAct = keyof typeof XP;

/** How many acts of each kind pay XP in a day: our choice, more than a day of somebody who is busy here all day, and level 7 at most from posts. */
export const PAID_ACTS_A_DAY: Record<PaidAct, number> = { post: 100, comment: 200, like: 300, follow: 100 };

export function dailyXpCap(act: PaidAct): number {
  return XP[act] * PAID_ACTS_A_DAY[act];
}

/** What a day asks for, and pays: XP at once, coins when they are claimed. The rewards are our choice. */
export const QUESTS = {
  post: { title: "Pin something up", goal: 1, xp: 20, coins: 2 },
  like: { title: "Like five posts", goal: 5, xp: 15, coins: 1 },
  comment: { title: "Comment twice", goal: 2, xp: 15, coins: 2 },
  follow: { title: "Follow someone new", goal: 1, xp: 10, coins: 1 },
  play: { title: "Drop three balls", goal: 3, xp: 10, coins: 1 },
} as const;

export type QuestKey = keyof typeof QUESTS;

/** The XP at which level `n` begins: 50·n·(n-1). */
export function xpForLevel(level: number): number {
  return 50 * level * (level - 1);
}

/** The level of so much XP; everybody starts at 1. */
export function levelOf(xp: number): number {
  return Math.floor((1 + Math.sqrt(1 + (4 * xp) / 50)) / 2);
}

/** The day that a moment belongs to, in UTC, as its midnight. */
export function questDay(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()));
}

export function nextQuestDay(now: Date): Date {
  return new Date(questDay(now).getTime() + DAY_MS);
}

const DAY_MS = 86_400_000;
