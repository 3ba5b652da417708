"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import clsx from "clsx";
import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { ListEnd, usePages } from "@/components/paging/next-pages";
import { sheetStyle } from "@/components/posts/sheet-style";
import { reportFailure } from "@/components/shell/report-failure";
import { FollowButton } from "@/components/profile/follow-button";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkTabs } from "@/components/ui/link-tabs";
import { Skeleton } from "@/components/ui/skeleton";
import { isToldByPlatform } from "@/lib/domain/consequences/notifications/phrases";
import { call } from "@/lib/client/call";
import { pulse, usePulse } from "@/lib/client/pulse";
import type { Page } from "@/lib/domain/kernel/page/schema";
import { MAX_READ_AT_ONCE } from "@/lib/domain/consequences/notifications/rules";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { createBatches } from "./batches";
import { groupNotifications, type NotificationGroup } from "./notification-groups";
import { notificationLabel } from "./notification-labels";
import { useSeen } from "./use-seen";

export type NotificationsTab = "all" | "mentions";

const TABS = {
  all: {
    label: "All",
    href: "/notifications",
    source: { route: "GET /api/me/notifications", input: { limit: 30 } },
    empty: "Likes, comments, mentions and new followers will show up here.",
  },
  mentions: {
    label: "Mentions",
    href: "/notifications?kind=mentions",
    source: { route: "GET /api/me/notifications", input: { limit: 30, kind: "mentions" } },
    empty: "Whoever mentions you, replies to you or quotes you will show up here.",
  },
} as const;

interface NotificationsListProps {
  tab: NotificationsTab;
  first: Page<Notification>;
  unread: number;
}

/** The viewer's notifications. Those that were seen are read, and stay marked as new until the page is left. */
export function NotificationsList({ tab, first, unread }: NotificationsListProps) {
  const router = useRouter();
  const { source, href, empty } = TABS[tab];
  const { items, ...end } = usePages<Notification>(source, first);
  /** What the server knows to be read, and what no longer looks new: opened, or all of them by the button. */
  const [readHere, setReadHere] = useState<ReadonlySet<string> | "all">(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string> | "all">(new Set());
  const left = usePulse("notifications") ?? unread;
  // Among mentions, what arrives may be something else.
  const arrived = tab === "all" ? left - (readHere === "all" ? 0 : Math.max(0, unread - readHere.size)) : 0;
  const [seen] = useState(() =>
    createBatches(MAX_READ_AT_ONCE, (ids) => {
      // Without a message if it fails: they are seen again on the next visit.
      call("POST /api/notifications/read", { ids }).then(
        ({ count }) => {
          setReadHere((before) => (before === "all" ? before : new Set([...before, ...ids])));
          pulse.learn({ notifications: count });
        },
        () => undefined,
      );
    }),
  );
  useEffect(() => seen.flush, [seen]);
  const isAwaited = (id: string) => readHere !== "all" && !readHere.has(id);

  async function markAll() {
    const before = opened;
    setOpened("all");
    try {
      const { count } = await call("POST /api/notifications/read", { all: true });
      setReadHere("all");
      pulse.learn({ notifications: count });
    } catch (error) {
      setOpened(before);
      reportFailure(error);
    }
  }

  function showNew() {
    setReadHere(new Set());
    setOpened(new Set());
    router.refresh();
  }

  return (
    <>
      <div className="mb-3 flex min-h-(--control-small) items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {left === 0 ? "You’re all caught up." : `${left} unread`}
        </p>
        {left > 0 && (
          <Button size="small" onClick={() => void markAll()}>
            <Icon name="check-check" />
            Mark all as read
          </Button>
        )}
      </div>
      <LinkTabs
        label="Notifications"
        tabs={Object.entries(TABS).map(([name, { label, href }]) => ({ label, href, current: name === tab }))}
      />
      {items.length === 0 && arrived <= 0 ? (
        <div className="mt-6">
          <EmptyState icon="bell-ring" title="Nothing yet" next={{ href: "/posts/new", label: "Write a post" }}>
            {empty}
          </EmptyState>
        </div>
      ) : (
        <div className={clsx(sheetStyle, "mt-4")}>
          {arrived > 0 && (
            <button
              type="button"
              onClick={showNew}
              className="flex h-(--control) w-full animate-fade items-center justify-center gap-2 border-b border-line font-medium text-brand hover:bg-brand-soft"
            >
              <Icon name="arrow-up" className="size-4" />
              {arrived === 1 ? "1 new" : `${arrived} new`}
            </button>
          )}
          <ul className="divide-y divide-line">
            {groupNotifications(items).map((group) => {
              const ids = group.notifications.filter(({ read }) => !read).map(({ id }) => id);
              const read = ids.length === 0 || opened === "all" || ids.every((id) => opened.has(id));
              return (
                <NotificationRow
                  key={group.notifications[0].id}
                  group={group}
                  read={read}
                  unseen={ids.filter(isAwaited)}
                  onSeen={seen.add}
                  onOpen={() => setOpened((before) => (before === "all" ? before : new Set([...before, ...ids])))}
                />
              );
            })}
          </ul>
          <ListEnd {...end} href={href} skeleton={<NotificationSkeleton />} />
        </div>
      )}
    </>
  );
}

function NotificationSkeleton() {
  return (
    <div className="px-4 py-3.5 pl-13 md:pr-6 md:pl-15">
      <Skeleton className="size-8 rounded-full!" />
      <Skeleton className="mt-2 h-4 w-56" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
    </div>
  );
}

const MAX_FACES = 4;

interface NotificationRowProps {
  group: NotificationGroup;
  read: boolean;
  /** Those that the server does not know to be read. */
  unseen: string[];
  onSeen: (ids: string[]) => void;
  onOpen: () => void;
}

function NotificationRow({ group: { notifications }, read, unseen, onSeen, onOpen }: NotificationRowProps) {
  const element = useSeen(unseen.length > 0, () => onSeen(unseen));
  const [newest] = notifications;
  const { icon, text } = notificationLabel(newest);
  const people = [...new Map(notifications.map(({ actor }) => [actor.id, actor])).values()];
  const isOurs = isToldByPlatform(newest);
  const quoted = !isOurs && newest.preview;
  return (
    <li
      ref={element}
      className={clsx(
        "relative grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3.5 transition-colors hover:bg-ink/2.5 md:px-6",
        !read && "bg-brand-soft/50",
      )}
    >
      <Icon name={icon} className={clsx("mt-1.5 size-5", read ? "text-muted" : "text-brand")} />
      <div className="min-w-0">
        <div className="flex items-center gap-2">
          <span className="flex -space-x-2">
            {people.slice(0, MAX_FACES).map((person) => (
              <Avatar key={person.id} src={person.image} name={person.name} size={32} className="ring-2 ring-surface" />
            ))}
          </span>
          <RelativeTime at={newest.createdAt} className="ml-auto shrink-0 text-13 text-muted" />
          {!read && (
            <span className="size-2.5 shrink-0 rounded-full bg-brand">
              <span className="sr-only">Unread</span>
            </span>
          )}
        </div>
        <Link
          href={newest.link}
          prefetch={false}
          onClick={onOpen}
          className="mt-1.5 block wrap-anywhere after:absolute after:inset-0"
        >
          {isOurs ? (
            newest.preview
          ) : (
            <>
              <Names names={people.map(({ name }) => name)} /> {text}
            </>
          )}
        </Link>
        {quoted && (
          <p dir="auto" className="mt-0.5 line-clamp-2 text-muted">
            {quoted}
          </p>
        )}
        <FollowBack followers={notifications.filter(({ following }) => following === false)} of={people.length} />
      </div>
    </li>
  );
}

/** Offers to follow back whom the reader did not follow when the page was rendered, by name if there are several. */
function FollowBack({ followers, of }: { followers: Notification[]; of: number }) {
  if (followers.length === 0) return null;
  return (
    <ul className="relative mt-2 flex max-w-sm flex-col gap-2">
      {followers.slice(0, MAX_FACES).map(({ actor: { id, name, handle } }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          {of > 1 && (
            <Link href={`/users/${handle}`} prefetch={false} dir="auto" className="truncate hover:underline">
              {name}
            </Link>
          )}
          <FollowButton handle={handle} following={false} invitation="Follow back" />
        </li>
      ))}
    </ul>
  );
}

function Names({ names: [first, second, ...rest] }: { names: string[] }) {
  const others = rest.length === 1 ? rest[0] : `${rest.length} others`;
  return (
    <>
      <bdi className="font-semibold">{first}</bdi>
      {second && rest.length > 0 && (
        <>
          , <bdi className="font-semibold">{second}</bdi>
        </>
      )}
      {second && (
        <>
          {" "}
          and <bdi className="font-semibold">{rest.length > 0 ? others : second}</bdi>
        </>
      )}
    </>
  );
}
