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

/** Public pages: below the rail; on a phone in the account menu and the footer. */
export const EXPLORE = [builds, duels, leaderboards, news, blog, docs] as const;

/** Beside every page, except on a phone. */
export const RAIL = {
  member: [feed, search, notifications, bookmarks, rooms, quests, coins],
  visitor: [feed, search, coins],
} as const satisfies Record<string, readonly NavItem[]>;

/** Below every page on a phone, where five fit. */
export const BOTTOM_BAR = {
  member: [feed, search, write, notifications, coins],
  visitor: [feed, search, builds, leaderboards, coins],
} as const satisfies Record<string, readonly NavItem[]>;

/** The account menu on a phone: everything the bottom bar has no room for. */
export const PHONE_MENU: readonly NavItem[] = [
  ...RAIL.member.filter((item) => !BOTTOM_BAR.member.includes(item)),
  ...EXPLORE,
];
