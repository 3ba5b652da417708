import type { IconName } from "@/components/ui/icon-names";

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

/** On a phone, in the sheet and below every page: what the bottom bar has no room for, and all public pages. */
export const MORE = {
  member: [rooms, bookmarks, quests, ...EXPLORE],
  visitor: EXPLORE,
} as const satisfies Record<string, readonly NavItem[]>;
