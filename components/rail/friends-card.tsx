"use client";

import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { loadAfterPage } from "@/components/shell/load-after-page";
import { usePulse } from "@/lib/client/pulse";

/** Who is online is known after the page. */
const FriendsOnline = loadAfterPage(() => import("./friends-online"));

const MAX_SHOWN = 8;

export function FriendsCard() {
  const friends = usePulse("friends");
  return (
    <Card className="p-5! pt-6!">
      <h2 className="flex items-baseline gap-2 text-17">
        Friends online{" "}
        {friends && friends.length > 0 && <span className="text-13 font-normal text-muted">{friends.length}</span>}
      </h2>
      <div className="mt-3 min-h-18" aria-live="off">
        {friends === undefined ? (
          <Waiting />
        ) : friends.length === 0 ? (
          <p className="text-13 text-muted">Nobody you follow is online right now.</p>
        ) : (
          <FriendsOnline friends={friends.slice(0, MAX_SHOWN)} />
        )}
      </div>
    </Card>
  );
}

function Waiting() {
  return (
    <div className="flex flex-col gap-3">
      <Skeleton className="h-8" />
      <Skeleton className="h-8 w-3/4" />
    </div>
  );
}
