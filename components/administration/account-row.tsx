import Link from "next/link";
import { Avatar } from "@/components/ui/avatar";
import { RelativeTime } from "@/components/ui/relative-time";
import type { ListedAccount } from "@/lib/domain/administration/schema";
import { AccountBadges } from "./account-badges";

/** An account in a list, which leads to its page for admins. */
export function AccountRow({ account }: { account: ListedAccount }) {
  return (
    <article
      aria-label={account.name}
      className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 hover:bg-[color-mix(in_oklch,var(--ink)_2.5%,transparent)]"
    >
      <Avatar src={account.image} name={account.name} size={40} />
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            href={`/admin/people/${account.id}`}
            prefetch={false}
            dir="auto"
            className="truncate font-semibold after:absolute after:inset-0 hover:underline"
          >
            {account.name}
          </Link>
          <AccountBadges account={account} />
        </p>
        <p className="truncate text-13 text-muted">
          @{account.handle}
          {account.email && ` · ${account.email}`}
        </p>
      </div>
      <RelativeTime at={account.createdAt} className="text-13 text-muted" />
    </article>
  );
}
