import type { IconName } from "@/components/ui/icon-names";
import type { Viewer } from "./viewer-context";

export interface NavItem {
  href: string;
  label: string;
  icon: IconName;
}

const feed: NavItem = { href: "/", label: "Feed", icon: "house" };
const search: NavItem = { href: "/search", label: "Search", icon: "search" };
export const write: NavItem = { href: "/posts/new", label: "Post", icon: "square-pen" };
export const notifications: NavItem = { href: "/notifications", label: "Notifications", icon: "bell" };
const quests: NavItem = { href: "/quests", label: "Quests", icon: "target" };
const rooms: NavItem = { href: "/rooms", label: "Rooms", icon: "messages-square" };
const coins: NavItem = { href: "/coins", label: "Coins", icon: "coins" };
const duels: NavItem = { href: "/ranked", label: "Duels", icon: "swords" };
const bookmarks: NavItem = { href: "/bookmarks", label: "Bookmarks", icon: "bookmark" };
const builds: NavItem = { href: "/builds", label: "Builds", icon: "blocks" };
const leaderboards: NavItem = { href: "/leaderboards", label: "Leaderboards", icon: "trophy" };
const news: NavItem = { href: "/news", label: "News", icon: "newspaper" };
const blog: NavItem = { href: "/blog", label: "Blog", icon: "book-open" };
const docs: NavItem = { href: "/docs/api", label: "API docs", icon: "code" };
const moderation: NavItem = { href: "/moderation", label: "Moderation", icon: "scale" };
const administration: NavItem = { href: "/admin", label: "Administration", icon: "shield-check" };

/** Public pages: below the rail, and on a phone in the sheet and the footer. */
const EXPLORE = [builds, duels, leaderboards, news, blog, docs] as const;

/** Beside every page, except on a phone; groups with a gap between them. */
export const RAIL = {
  member: [[feed, search, notifications, bookmarks, rooms, quests, coins], EXPLORE],
  visitor: [[feed, search, coins], EXPLORE],
} as const satisfies Record<string, readonly (readonly NavItem[])[]>;

/** Below every page on a phone, where five fit. */
export const BOTTOM_BAR = {
  member: [feed, search, write, notifications, coins],
  visitor: [feed, search, builds, leaderboards, coins],
} as const satisfies Record<string, readonly NavItem[]>;

/** On a phone, in the sheet and below every page: the public pages, and what else the bottom bar has no room for. */
export const MORE: Record<keyof typeof RAIL, readonly NavItem[]> = {
  member: beyondBottomBar("member"),
  visitor: beyondBottomBar("visitor"),
};

function beyondBottomBar(reader: keyof typeof RAIL): NavItem[] {
  const [first, explore]: readonly (readonly NavItem[])[] = RAIL[reader];
  const barred: readonly NavItem[] = BOTTOM_BAR[reader];
  return [...first.filter((item) => !barred.includes(item)), ...explore];
}

/** What belongs to the account: in its menu, and on a phone in the sheet. */
export function accountItems({ handle, isModerator, isAdmin }: Viewer): NavItem[] {
  return [
    { href: `/users/${handle}`, label: "Profile", icon: "user" },
    { href: "/settings/profile", label: "Settings", icon: "settings" },
    { href: "/settings/developer", label: "Developer", icon: "key-round" },
    ...(isModerator ? [moderation] : []),
    ...(isAdmin ? [administration] : []),
  ];
}
