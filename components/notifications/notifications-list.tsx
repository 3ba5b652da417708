"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ListEnd, usePages } from "@/components/paging/next-pages";
import { sheetStyle } from "@/components/posts/sheet-style";
import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { learnPulse, usePulse } from "@/lib/client/pulse";
import type { Page } from "@/lib/domain/page/schema";
import type { Notification } from "@/lib/domain/notifications/schema";
import { groupNotices } from "./notice-groups";
import { NoticeRow } from "./notice-row";

const SOURCE = { route: "GET /api/me/notifications", input: { limit: 30 } } as const;

interface NotificationsListProps {
  first: Page<Notification>;
  /** The number of unread notifications when the page was rendered. */
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
          {groupNotices(items).map((group) => {
            const ids = group.notices.filter(({ read }) => !read).map(({ id }) => id);
            const read = ids.length === 0 || readHere === "all" || ids.every((id) => readHere.has(id));
            return (
              <NoticeRow
                key={group.notices[0].id}
                group={group}
                read={read}
                onOpen={() => !read && void markRead({ ids })}
              />
            );
          })}
        </ul>
        <ListEnd {...end} href="/notifications" skeleton={<NoticeSkeleton />} />
      </div>
    </>
  );
}

function NoticeSkeleton() {
  return (
    <div className="px-4 py-3.5 pl-13 md:pr-6 md:pl-15">
      <Skeleton className="size-8 rounded-full!" />
      <Skeleton className="mt-2 h-4 w-56" />
      <Skeleton className="mt-2 h-4 w-80 max-w-full" />
    </div>
  );
}
