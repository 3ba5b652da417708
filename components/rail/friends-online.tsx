import Link from "next/link";
import { PersonAvatar, PersonName } from "@/components/profile/person-link";
import type { Friend } from "@/lib/domain/people/presence/schema";

export default function FriendsOnline({ friends }: { friends: readonly Friend[] }) {
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
