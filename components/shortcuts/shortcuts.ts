export type Deed =
  | { do: "go"; to: string }
  | { do: "step"; by: 1 | -1 }
  | { do: "open" | "like" | "bookmark" | "write" | "search" | "help" };

export interface Shortcut {
  /** One key, or two one after the other. */
  keys: readonly [string] | readonly [string, string];
  words: string;
  deed: Deed;
  /** For members alone. */
  member?: boolean;
}

const go = (key: string, words: string, to: string, member = false): Shortcut => ({
  keys: ["g", key],
  words,
  deed: { do: "go", to },
  member,
});

/** What a key does while nobody types. */
export const SHORTCUTS: Record<string, readonly Shortcut[]> = {
  "Among posts": [
    { keys: ["j"], words: "Next post", deed: { do: "step", by: 1 } },
    { keys: ["k"], words: "Post before", deed: { do: "step", by: -1 } },
    { keys: ["o"], words: "Open the post", deed: { do: "open" } },
    { keys: ["l"], words: "Like the post", deed: { do: "like" }, member: true },
    { keys: ["b"], words: "Bookmark the post", deed: { do: "bookmark" }, member: true },
  ],
  Anywhere: [
    { keys: ["n"], words: "Write a post", deed: { do: "write" }, member: true },
    { keys: ["/"], words: "Search", deed: { do: "search" } },
    { keys: ["?"], words: "Show these keys", deed: { do: "help" } },
  ],
  "Go to": [
    go("f", "Feed", "/"),
    go("n", "Notifications", "/notifications", true),
    go("m", "Bookmarks", "/bookmarks", true),
    go("q", "Quests", "/quests", true),
    go("c", "Coins", "/coins"),
    go("b", "Builds", "/builds"),
    go("l", "Leaderboards", "/leaderboards"),
  ],
};

/** How long the first of two keys waits for the second. */
export const SECOND_KEY_MS = 1_500;

export interface FirstKey {
  key: string;
  at: number;
}

/** What a key means after the one before it: a deed, or the first half of one. */
export function press(before: FirstKey | null, key: string, at: number): { deed?: Deed; first: FirstKey | null } {
  const all = Object.values(SHORTCUTS).flat();
  const first = before && at - before.at <= SECOND_KEY_MS ? before.key : null;
  const meant = all.find(({ keys: [one, two] }) =>
    two === undefined ? first === null && one === key : first === one && two === key,
  );
  if (meant) return { deed: meant.deed, first: null };
  return { first: all.some(({ keys: [one, two] }) => two !== undefined && one === key) ? { key, at } : null };
}
