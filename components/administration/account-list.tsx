"use client";

import { NextPages, type PagedList } from "@/components/paging/next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListedAccount } from "@/lib/domain/administration/schema";
import { AccountRow } from "./account-row";

export function AccountList({ children, ...list }: PagedList<ListedAccount>) {
  return (
    <div className="rows">
      {children}
      <NextPages<ListedAccount> {...list} skeleton={<AccountSkeleton />}>
        {(account) => <AccountRow key={account.id} account={account} />}
      </NextPages>
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
