/** Whoever was seen this recently is online (decisions.md, Presence). A tab is heard from once a minute. */
export const ONLINE_FOR_MS = 2 * 60_000;

/** Our choice: an act says what somebody is doing for this long after it. */
export const ACTIVITY_FOR_MS = 5 * 60_000;

/** Our choice: nobody reads further down a list of who is online. */
export const MOST_FRIENDS = 50;

/** What people can be seen doing. `joinable` is what another can take part in. */
export const ACTIVITIES = {
  plinko: { label: "Playing Plinko", href: "/coins", joinable: false },
} as const satisfies Record<string, { label: string; href: string; joinable: boolean }>;

export type ActivityKind = keyof typeof ACTIVITIES;

/** What one pulse can ask for. */
export const SECTIONS = ["notifications", "friends", "activeFriends"] as const;

export type Section = (typeof SECTIONS)[number];
