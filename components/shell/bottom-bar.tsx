"use client"; // for the same reason as left-rail.tsx

import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { LiveUnread } from "@/components/notifications/live-unread";
import type { PolicyLink } from "@/lib/domain/deployment/policies/rules";
import { NavLink } from "./nav-link";
import { BOTTOM_BAR, MORE, notifications } from "./nav-items";
import { SiteLinks } from "./site-links";
import type { Viewer } from "./viewer-context";

export function BottomBar({ viewer }: { viewer: Viewer | null }) {
  const places = viewer ? BOTTOM_BAR.member : BOTTOM_BAR.visitor;
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-bg pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      <ul className="mx-auto grid max-w-md grid-cols-5">
        {places.map((place) => (
          <li key={place.href}>
            <NavLink href={place.href} className="nav-slot">
              <span aria-hidden className="hole nav-hole absolute top-1.5 [--ball-scale:1.5]" />
              <span className="relative">
                <Icon name={place.icon} className="size-5.5" />
                {place === notifications && (
                  <span className="absolute -top-2 left-3">
                    <LiveUnread rendered={viewer?.unread ?? 0} />
                  </span>
                )}
              </span>
              <span className="max-w-full truncate text-[0.6875rem] leading-none max-[22rem]:text-[0.625rem]">
                {place.label}
              </span>
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The pages that do not fit into the phone's bottom bar: found without scripts as well, unlike the sheet. */
export function PhoneFooter({ viewer, policies }: { viewer: Viewer | null; policies: readonly PolicyLink[] }) {
  return (
    <footer className="border-t border-line px-4 pt-6 pb-[calc(5.5rem+env(safe-area-inset-bottom))] md:hidden">
      <nav aria-label="More pages" className="flex flex-wrap justify-center gap-x-5">
        {MORE[viewer ? "member" : "visitor"].map((place) => (
          <Link
            key={place.href}
            href={place.href}
            prefetch={false}
            className="grid min-h-11 place-items-center text-13 text-muted hover:text-ink"
          >
            {place.label}
          </Link>
        ))}
      </nav>
      <SiteLinks policies={policies} className="flex-wrap justify-center gap-x-5" />
    </footer>
  );
}
