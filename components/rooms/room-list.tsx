"use client";

import { NextPages, type PagedList } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { RoomRow as Row } from "@/lib/domain/rooms/schema";
import { RoomRow } from "./room-row";

const SOURCE = { route: "GET /api/rooms" } as const;

export function RoomList({ nextCursor, children }: Pick<PagedList<Row>, "nextCursor" | "children">) {
  return (
    <div className="-mx-4 divide-y divide-line border-y border-line md:mx-0 md:rounded-card md:border-x">
      {children}
      <NextPages<Row>
        source={SOURCE}
        nextCursor={nextCursor}
        moreHref={nextCursor && `/rooms?cursor=${nextCursor}`}
        skeleton={<Skeleton className="m-4 h-12" />}
      >
        {(room) => <RoomRow key={room.code} room={room} />}
      </NextPages>
    </div>
  );
}
