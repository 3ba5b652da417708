import {
  Bell,
  Blocks,
  Bookmark,
  BookOpen,
  Code,
  Coins,
  House,
  type LucideIcon,
  MessagesSquare,
  Newspaper,
  Search,
  SquarePen,
  Swords,
  Target,
  Trophy,
} from "lucide-react";

export interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
}

const feed: NavItem = { href: "/", label: "Feed", icon: House };
const search: NavItem = { href: "/search", label: "Search", icon: Search };
export const write: NavItem = { href: "/posts/new", label: "Post", icon: SquarePen };
export const notifications: NavItem = { href: "/notifications", label: "Notifications", icon: Bell };
const quests: NavItem = { href: "/quests", label: "Quests", icon: Target };
const rooms: NavItem = { href: "/rooms", label: "Rooms", icon: MessagesSquare };
const coins: NavItem = { href: "/coins", label: "Coins", icon: Coins };
const duels: NavItem = { href: "/ranked", label: "Duels", icon: Swords };
const bookmarks: NavItem = { href: "/bookmarks", label: "Bookmarks", icon: Bookmark };
const builds: NavItem = { href: "/builds", label: "Builds", icon: Blocks };
const leaderboards: NavItem = { href: "/leaderboards", label: "Leaderboards", icon: Trophy };
const news: NavItem = { href: "/news", label: "News", icon: Newspaper };
const blog: NavItem = { href: "/blog", label: "Blog", icon: BookOpen };
const docs: NavItem = { href: "/docs/api", label: "API docs", icon: Code };

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
