/** How long somebody is online after a report, of which a tab sends one a minute (docs/contract.md#presence). */
export const ONLINE_FOR_MS = 2 * 60_000;

/** Our choice: how long an act counts as somebody's activity. Longer than the pause between two drops of a player. */
export const ACTIVITY_FOR_MS = 5 * 60_000;

/** Our choice: maximum length of a list of online friends, which every tab requests once a minute. */
export const MAX_FRIENDS = 50;

/** Activities that are shown. Others can take part in a `joinable` one. */
export const ACTIVITIES = {
  plinko: { label: "Playing Plinko", href: "/coins", joinable: false },
} as const satisfies Record<string, { label: string; href: string; joinable: boolean }>;

export type ActivityKind = keyof typeof ACTIVITIES;

export const SECTIONS = ["notifications", "friends", "activeFriends"] as const;

export type Section = (typeof SECTIONS)[number];
