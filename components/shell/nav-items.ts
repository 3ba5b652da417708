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

export interface Place {
  href: string;
  label: string;
  icon: LucideIcon;
}

const feed: Place = { href: "/", label: "Feed", icon: House };
const search: Place = { href: "/search", label: "Search", icon: Search };
export const write: Place = { href: "/posts/new", label: "Post", icon: SquarePen };
export const notifications: Place = { href: "/notifications", label: "Notifications", icon: Bell };
const quests: Place = { href: "/quests", label: "Quests", icon: Target };
const rooms: Place = { href: "/rooms", label: "Rooms", icon: MessagesSquare };
const coins: Place = { href: "/coins", label: "Coins", icon: Coins };
const duels: Place = { href: "/ranked", label: "Duels", icon: Swords };
const bookmarks: Place = { href: "/bookmarks", label: "Bookmarks", icon: Bookmark };
const builds: Place = { href: "/builds", label: "Builds", icon: Blocks };
const leaderboards: Place = { href: "/leaderboards", label: "Leaderboards", icon: Trophy };
const news: Place = { href: "/news", label: "News", icon: Newspaper };
const blog: Place = { href: "/blog", label: "Blog", icon: BookOpen };
const docs: Place = { href: "/docs/api", label: "API docs", icon: Code };

/** Public pages: below the rail; on a phone in the account menu and the footer. */
export const EXPLORE = [builds, duels, leaderboards, news, blog, docs] as const;

/** Beside every page, except on a phone. */
export const RAIL = {
  member: [feed, search, notifications, bookmarks, rooms, quests, coins],
  visitor: [feed, search, coins],
} as const satisfies Record<string, readonly Place[]>;

/** Below every page on a phone, where five fit. */
export const BOTTOM_BAR = {
  member: [feed, search, write, notifications, coins],
  visitor: [feed, search, builds, leaderboards, coins],
} as const satisfies Record<string, readonly Place[]>;

/** What a member finds in the account menu on a phone: all that the bottom bar has no room for. */
export const PHONE_MENU: readonly Place[] = [
  ...RAIL.member.filter((place) => !BOTTOM_BAR.member.includes(place)),
  ...EXPLORE,
];
