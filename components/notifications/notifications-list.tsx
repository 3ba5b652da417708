"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
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
import type { Page } from "@/lib/domain/page/schema";
import type { Notification } from "@/lib/domain/notifications/schema";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import { groupNotifications, type NotificationGroup } from "./notification-groups";
import { notificationLabel } from "./notification-labels";

const SOURCE = { route: "GET /api/me/notifications", input: { limit: 30 } } as const;

interface NotificationsListProps {
  first: Page<Notification>;
  unread: number;
}

/** The viewer's notifications. Opening one marks it as read. */
export function NotificationsList({ first, unread }: NotificationsListProps) {
  const router = useRouter();
  const { items, ...end } = usePages<Notification>(SOURCE, first);
  const [readHere, setReadHere] = useState<ReadonlySet<string> | "all">(new Set());
  const left = usePulse("notifications") ?? unread;
  const arrived = left - (readHere === "all" ? 0 : Math.max(0, unread - readHere.size));

  async function markRead(body: { ids: string[] } | { all: true }) {
    const before = readHere;
    setReadHere("all" in body || before === "all" ? "all" : new Set([...before, ...body.ids]));
    try {
      const { count } = await call("POST /api/notifications/read", body);
      learnPulse({ notifications: count });
    } catch (error) {
      setReadHere(before);
      reportFailure(error);
    }
  }

  function showNew() {
    setReadHere(new Set());
    router.refresh();
  }

  return (
    <>
      <div className="mb-3 flex min-h-(--control-small) items-center justify-between gap-3">
        <p role="status" className="text-muted">
          {left === 0 ? "You’re all caught up." : `${left} unread`}
        </p>
        {left > 0 && (
          <Button size="small" onClick={() => void markRead({ all: true })}>
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
            const read = ids.length === 0 || readHere === "all" || ids.every((id) => readHere.has(id));
            return (
              <NotificationRow
                key={group.notifications[0].id}
                group={group}
                read={read}
                onOpen={() => !read && void markRead({ ids })}
              />
            );
          })}
        </ul>
        <ListEnd {...end} href="/notifications" skeleton={<NotificationSkeleton />} />
      </div>
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
