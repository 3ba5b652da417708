import { LiveUnread } from "@/components/notifications/live-unread";
import { PolicyLinks } from "@/components/policies/policy-links";
import { LinkButton } from "@/components/ui/link-button";
import { NavLink } from "./nav-link";
import { EXPLORE, notifications, type NavItem, RAIL, write } from "./nav-items";
import type { Viewer } from "./viewer";

export function LeftRail({ viewer, policies }: { viewer: Viewer | null; policies: readonly string[] }) {
  return (
    <nav
      aria-label="Main"
      className="sticky top-14 hidden max-h-[calc(100dvh-3.5rem)] flex-col gap-5 self-start overflow-y-auto py-6 md:flex"
    >
      <RailList items={viewer ? RAIL.member : RAIL.visitor} unread={viewer?.unread ?? 0} />
      <RailList items={EXPLORE} />
      {viewer && (
        <LinkButton href={write.href} prefetch={false} variant="primary" className="mx-1">
          <write.icon aria-hidden />
          Write a post
        </LinkButton>
      )}
      <PolicyLinks policies={policies} className="-mt-2 flex-wrap gap-x-3 px-1" />
    </nav>
  );
}

function RailList({ items, unread = 0 }: { items: readonly NavItem[]; unread?: number }) {
  return (
    <ul className="flex flex-col">
      {items.map((item) => (
        <li key={item.href}>
          <NavLink href={item.href} className={ROW}>
            <span aria-hidden className={PEG_HOLE} />
            <item.icon aria-hidden className="size-5 shrink-0" />
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

const ROW =
  "group flex h-(--control) items-center gap-2.5 rounded-control pr-2 pl-1 text-muted transition-colors hover:bg-hover hover:text-ink " +
  "aria-[current]:font-semibold aria-[current]:text-ink -outline-offset-2";

/** A hole beside each item; the current or pending one holds the ball. */
const PEG_HOLE =
  "mx-1 size-1.5 shrink-0 rounded-full bg-(--hole) shadow-[0_1px_0_var(--hole-rim)] transition-[scale,background-color] " +
  "group-aria-[current]:scale-[1.7] group-aria-[current]:bg-brand group-aria-[current]:shadow-none " +
  "group-has-data-pending:animate-breathe group-has-data-pending:scale-[1.7] group-has-data-pending:bg-brand group-has-data-pending:shadow-none";
