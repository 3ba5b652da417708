import type { NavItem } from "./nav-items";
import type { Viewer } from "./viewer-context";

/** What belongs to the account: in its menu, and on a phone in the sheet. */
export function accountItems({ handle, isModerator, isAdmin }: Viewer): NavItem[] {
  return [
    { href: `/users/${handle}`, label: "Profile", icon: "user" },
    { href: "/posts/scheduled", label: "Scheduled posts", icon: "calendar-clock" },
    { href: "/settings/profile", label: "Settings", icon: "settings" },
    { href: "/settings/developer", label: "Developer", icon: "key-round" },
    ...(isModerator ? [MODERATION] : []),
    ...(isAdmin ? [ADMINISTRATION] : []),
  ];
}

const MODERATION: NavItem = { href: "/moderation", label: "Moderation", icon: "scale" };
const ADMINISTRATION: NavItem = { href: "/admin", label: "Administration", icon: "shield-check" };
