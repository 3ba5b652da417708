"use client";

import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { RoomRow as Row } from "@/lib/domain/rooms/schema";
import { RoomRow } from "./room-row";

interface RoomListProps {
  nextCursor: string | null;
  /** The rooms of the first page. */
  children: ReactNode;
}

export function RoomList({ nextCursor, children }: RoomListProps) {
  const { items, state, load } = useNextPages<Row>({ route: "GET /api/rooms" }, nextCursor);
  return (
    <div className="-mx-4 divide-y divide-line border-y border-line md:mx-0 md:rounded-card md:border-x">
      {children}
      {items.map((room) => (
        <RoomRow key={room.code} room={room} />
      ))}
      <ListEnd
        state={state}
        load={load}
        moreHref={nextCursor && `/rooms?cursor=${nextCursor}`}
        skeleton={<Skeleton className="m-4 h-12" />}
      />
    </div>
  );
}
