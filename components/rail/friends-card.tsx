"use client";

import Link from "next/link";
import { Card } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { PersonName, PersonAvatar } from "@/components/profile/person-link";
import { usePulse } from "@/lib/client/pulse";
import type { Friend } from "@/lib/domain/people/presence/schema";

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
          <Here friends={friends.slice(0, MAX_SHOWN)} />
        )}
      </div>
    </Card>
  );
}

function Here({ friends }: { friends: readonly Friend[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {friends.map(({ user, activity }) => (
        <li key={user.id} className="grid grid-cols-[2rem_minmax(0,1fr)] items-center gap-x-3">
          <PersonAvatar person={user} size={32} className="relative">
            <span className="absolute -right-px -bottom-px size-3 rounded-full border-2 border-surface bg-good" />
          </PersonAvatar>
          <div className="min-w-0 leading-tight">
            <PersonName person={user} className="block font-medium" />
            {activity && (
              <Link href={activity.href} prefetch={false} className="block truncate text-13 text-muted hover:underline">
                {activity.label}
              </Link>
            )}
          </div>
        </li>
      ))}
    </ul>
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
