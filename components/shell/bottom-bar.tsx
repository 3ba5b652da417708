import { LiveUnread } from "@/components/notifications/live-unread";
import { NavLink } from "./nav-link";
import { BOTTOM_BAR, notifications } from "./nav-items";
import type { Viewer } from "./viewer";

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
            <NavLink href={place.href} className={SLOT}>
              <span aria-hidden className={PEG_HOLE} />
              <span className="relative">
                <place.icon aria-hidden className="size-5.5" />
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

const SLOT =
  "group relative flex h-15 flex-col items-center justify-end gap-1.5 pb-2 text-muted aria-[current]:text-ink -outline-offset-2";

/** A hole above each item; the current one holds the ball. */
const PEG_HOLE =
  "absolute top-1.5 size-1.5 rounded-full bg-(--hole) shadow-[0_1px_0_var(--hole-rim)] transition-[scale,background-color] " +
  "group-aria-[current]:scale-150 group-aria-[current]:bg-brand group-aria-[current]:shadow-none " +
  "group-has-data-pending:animate-breathe group-has-data-pending:scale-150 group-has-data-pending:bg-brand group-has-data-pending:shadow-none";
