export type UserAction =
  | { do: "go"; to: string }
  | { do: "step"; by: 1 | -1 }
  | { do: "open" | "like" | "bookmark" | "write" | "search" | "help" };

interface Shortcut {
  /** One key, or a sequence of two. */
  keys: readonly [string] | readonly [string, string];
  label: string;
  action: UserAction;
  member?: boolean;
}

const go = (key: string, label: string, to: string, member = false): Shortcut => ({
  keys: ["g", key],
  label,
  action: { do: "go", to },
  member,
});

export const SHORTCUTS: Record<string, readonly Shortcut[]> = {
  "In a list of posts": [
    { keys: ["j"], label: "Next post", action: { do: "step", by: 1 } },
    { keys: ["k"], label: "Previous post", action: { do: "step", by: -1 } },
    { keys: ["o"], label: "Open the post", action: { do: "open" } },
    { keys: ["l"], label: "Like the post", action: { do: "like" }, member: true },
    { keys: ["b"], label: "Bookmark the post", action: { do: "bookmark" }, member: true },
  ],
  Anywhere: [
    { keys: ["n"], label: "Write a post", action: { do: "write" }, member: true },
    { keys: ["/"], label: "Search", action: { do: "search" } },
    { keys: ["?"], label: "Show shortcuts", action: { do: "help" } },
  ],
  "Go to": [
    go("f", "Feed", "/"),
    go("n", "Notifications", "/notifications", true),
    go("m", "Bookmarks", "/bookmarks", true),
    go("r", "Rooms", "/rooms", true),
    go("q", "Quests", "/quests", true),
    go("c", "Coins", "/coins"),
    go("b", "Builds", "/builds"),
    go("l", "Leaderboards", "/leaderboards"),
  ],
};

/** How long a sequence waits for its second key. */
export const SECOND_KEY_MS = 1_500;

export interface FirstKey {
  key: string;
  at: number;
}

/** Resolves a key after the previous one to a user action, or to the start of a sequence. */
export function press(
  before: FirstKey | null,
  key: string,
  at: number,
): { action?: UserAction; first: FirstKey | null } {
  const all = Object.values(SHORTCUTS).flat();
  const first = before && at - before.at <= SECOND_KEY_MS ? before.key : null;
  const meant = all.find(({ keys: [one, two] }) =>
    two === undefined ? first === null && one === key : first === one && two === key,
  );
  if (meant) return { action: meant.action, first: null };
  return { first: all.some(({ keys: [one, two] }) => two !== undefined && one === key) ? { key, at } : null };
}
