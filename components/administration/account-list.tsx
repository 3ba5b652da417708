"use client";

import { Pages, type PagedList } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedAccount } from "@/lib/domain/deployment/administration/schema";
import { PersonLine } from "@/components/profile/person-line";
import { RelativeTime } from "@/components/ui/relative-time";
import { Badge } from "@/components/ui/badge";
import { ROLE_LABELS, STANDING_LABELS, TIER_LABELS } from "./labels";

export function AccountList(list: PagedList<ListedAccount>) {
  return (
    <div className="rows">
      <Pages<ListedAccount> {...list} skeleton={<AccountSkeleton />}>
        {(account) => <AccountRow key={account.id} account={account} />}
      </Pages>
    </div>
  );
}

function AccountSkeleton() {
  return (
    <div className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-3 px-4 py-3">
      <Skeleton className="size-10 rounded-full!" />
      <div>
        <Skeleton className="mt-1 h-4 w-40" />
        <Skeleton className="mt-2 h-3 w-56" />
      </div>
    </div>
  );
}

function AccountRow({ account }: { account: ListedAccount }) {
  return (
    <PersonLine
      person={account}
      href={`/admin/people/${account.id}`}
      badges={<AccountBadges account={account} />}
      detail={[`@${account.handle}`, account.email].filter(Boolean).join(" · ")}
    >
      <RelativeTime at={account.createdAt} />
    </PersonLine>
  );
}

export function AccountBadges({ account: { role, standing, tier } }: { account: ListedAccount }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      {role !== "MEMBER" && <Badge tone="brand">{ROLE_LABELS[role].one}</Badge>}
      {standing !== "active" && <Badge tone={STANDING_LABELS[standing].tone}>{STANDING_LABELS[standing].label}</Badge>}
      {tier !== "free" && <Badge>{TIER_LABELS[tier]}</Badge>}
    </span>
  );
}
