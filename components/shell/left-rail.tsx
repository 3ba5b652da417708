"use client"; // on every page: as a client component, it is not sent a second time in the RSC payload

import { Icon } from "@/components/ui/icon";
import { LiveUnread } from "@/components/notifications/live-unread";
import { LinkButton } from "@/components/ui/button";
import type { PolicyLink } from "@/lib/domain/deployment/policies/rules";
import { NavLink } from "./nav-link";
import { notifications, type NavItem, RAIL, write } from "./nav-items";
import { SiteLinks } from "./site-links";
import type { Viewer } from "./viewer-context";

export function LeftRail({ viewer, policies }: { viewer: Viewer | null; policies: readonly PolicyLink[] }) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] flex-col gap-5 self-start overflow-y-auto py-6 md:flex"
    >
      {RAIL[viewer ? "member" : "visitor"].map((items, group) => (
        <RailList key={group} items={items} unread={viewer?.unread ?? 0} />
      ))}
      {viewer && (
        <LinkButton href={write.href} prefetch={false} variant="primary" className="mx-1">
          <Icon name={write.icon} />
          Write a post
        </LinkButton>
      )}
      <SiteLinks policies={policies} className="-mt-2 flex-wrap gap-x-3 px-1" />
    </nav>
  );
}

function RailList({ items, unread }: { items: readonly NavItem[]; unread: number }) {
  return (
    <ul className="flex flex-col">
      {items.map((item) => (
        <li key={item.href}>
          <NavLink href={item.href} className="nav-row">
            <span aria-hidden className="hole nav-hole mx-1 [--ball-scale:1.7]" />
            <Icon name={item.icon} className="size-5 shrink-0" />
            {item.label}{" "}
            {item === notifications && (
              <span className="ml-auto">
                <LiveUnread rendered={unread} />
              </span>
            )}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
