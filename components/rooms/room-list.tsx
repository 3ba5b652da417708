"use client";

import Link from "next/link";
import { Pages } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { Page } from "@/lib/domain/kernel/page/schema";
import type { RoomRow as Row } from "@/lib/domain/play/rooms/schema";
import { Icon } from "@/components/ui/icon";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";

const SOURCE = { route: "GET /api/rooms" } as const;

export function RoomList({ first }: { first: Page<Row> }) {
  return (
    <div className="-mx-4 divide-y divide-line border-y border-line md:mx-0 md:rounded-card md:border-x">
      <Pages<Row> source={SOURCE} first={first} href="/rooms" skeleton={<Skeleton className="m-4 h-12" />}>
        {(room) => <RoomRow key={room.code} room={room} />}
      </Pages>
    </div>
  );
}

function RoomRow({ room }: { room: Row }) {
  return (
    <article aria-label={room.name} className="relative flex items-center gap-3 px-4 py-3.5 hover:bg-ink/2.5 md:px-6">
      <Avatar src={room.host?.image ?? null} name={room.host?.name ?? room.name} size={40} />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-2 text-17">
          <Link
            href={`/rooms/${room.code}`}
            prefetch={false}
            dir="auto"
            className="truncate after:absolute after:inset-0 hover:underline"
          >
            {room.name}
          </Link>
          {room.hasPassword && (
            <>
              <Icon name="key-round" className="size-4 shrink-0 text-muted" />
              <span className="sr-only">needs a password</span>
            </>
          )}
        </h2>
        <p className="flex gap-1 text-13 whitespace-nowrap text-muted">
          <span className="truncate">{room.host ? `hosted by ${room.host.name}` : "waiting for a host"}</span>
          <span aria-hidden>·</span>
          <RelativeTime at={room.lastActiveAt} className="shrink-0" />
        </p>
      </div>
      <Seats taken={room.members} places={room.maxMembers} />
    </article>
  );
}

/** The most pegs that are drawn, whatever the size of the room. */
const MOST_PEGS = 10;

/** The capacity of a room as a row of peg holes: taken places hold a ball. */
function Seats({ taken, places }: { taken: number; places: number }) {
  const pegs = Math.min(places, MOST_PEGS);
  const filled = taken === 0 ? 0 : Math.max(1, Math.round((taken / places) * pegs));
  return (
    <span className="flex shrink-0 flex-col items-end gap-1.5">
      <span className="text-13 font-medium tabular-nums">
        {taken}
        <span className="text-muted"> of {places}</span>
      </span>
      <span aria-hidden className="flex gap-1 max-sm:hidden">
        {Array.from({ length: pegs }, (_, index) => (
          <span key={index} className={`size-1.5 rounded-full ${index < filled ? "bg-brand" : "bg-(--hole)"}`} />
        ))}
      </span>
    </span>
  );
}
