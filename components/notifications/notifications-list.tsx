"use client";

import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent, useState } from "react";
import clsx from "clsx";
import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { ListEnd, usePages } from "@/components/paging/next-pages";
import { sheetStyle } from "@/components/posts/sheet-style";
import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { learnPulse, usePulse } from "@/lib/client/pulse";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { Notification } from "@/lib/domain/consequences/notifications/schema";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { groupNotifications, type NotificationGroup } from "./notification-groups";
import { notificationLabel } from "./notification-labels";

const SOURCE = { route: "GET /api/me/notifications", input: { limit: 30 } } as const;

interface NotificationsListProps {
  first: Page<Notification>;
  unread: number;
}

/** The viewer's notifications. Those that were seen are read, and stay marked as new until the page is left. */
export function NotificationsList({ first, unread }: NotificationsListProps) {
  const router = useRouter();
  const { items, ...end } = usePages<Notification>(SOURCE, first);
  /** What the server knows to be read, and what no longer looks new: opened, or all of them by the button. */
  const [readHere, setReadHere] = useState<ReadonlySet<string> | "all">(new Set());
  const [opened, setOpened] = useState<ReadonlySet<string> | "all">(new Set());
  const left = usePulse("notifications") ?? unread;
  const arrived = left - (readHere === "all" ? 0 : Math.max(0, unread - readHere.size));
  useSeen(
    items.filter(({ id, read }) => !read && readHere !== "all" && !readHere.has(id)).map(({ id }) => id),
    markSeen,
  );

  /** Without a message if it fails: they are seen again on the next visit. */
  function markSeen(ids: string[]) {
    setReadHere((before) => (before === "all" ? before : new Set([...before, ...ids])));
    call("POST /api/notifications/read", { ids }).then(
      ({ count }) => learnPulse({ notifications: count }),
      () => undefined,
    );
  }

  async function markAll() {
    const before = [readHere, opened] as const;
    setReadHere("all");
    setOpened("all");
    try {
      const { count } = await call("POST /api/notifications/read", { all: true });
      learnPulse({ notifications: count });
    } catch (error) {
      setReadHere(before[0]);
      setOpened(before[1]);
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
      <div className={sheetStyle}>
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
                onOpen={() => setOpened((before) => (before === "all" ? before : new Set([...before, ...ids])))}
              />
            );
          })}
        </ul>
        <ListEnd {...end} href="/notifications" skeleton={<NotificationSkeleton />} />
      </div>
    </>
  );
}

/** How long notifications are on screen before they count as seen. */
const SEEN_AFTER_MS = 1000;

/** Calls back with what has been on screen for a moment, as long as the tab is visible. */
function useSeen(ids: readonly string[], onSeen: (ids: string[]) => void): void {
  const see = useEffectEvent(onSeen);
  const key = ids.join();
  useEffect(() => {
    if (key === "") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(() => see(key.split(",")), SEEN_AFTER_MS);
    };
    wait();
    document.addEventListener("visibilitychange", wait);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", wait);
    };
  }, [key]);
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
  onOpen: () => void;
}

function NotificationRow({ group: { notifications }, read, onOpen }: NotificationRowProps) {
  const [newest] = notifications;
  const { icon, text } = notificationLabel(newest);
  const people = [...new Map(notifications.map(({ actor }) => [actor.id, actor])).values()];
  const quoted = newest.type !== "SYSTEM" && newest.preview;
  return (
    <li
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
          {newest.type === "SYSTEM" ? (
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
      </div>
    </li>
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
