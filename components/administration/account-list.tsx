"use client";

import type { ReactNode } from "react";
import { ListEnd } from "@/components/paging/list-end";
import { useNextPages } from "@/components/paging/use-next-pages";
import { Skeleton } from "@/components/ui/skeleton";
import type { ListSource } from "@/lib/client/list-source";
import type { ListedAccount } from "@/lib/domain/administration/schema";
import { AccountRow } from "./account-row";

interface AccountListProps {
  source: ListSource<ListedAccount>;
  nextCursor: string | null;
  moreHref: string | null;
  /** The first page, rendered by the server. */
  children: ReactNode;
}

export function AccountList({ source, nextCursor, moreHref, children }: AccountListProps) {
  const { items, state, load } = useNextPages<ListedAccount>(source, nextCursor);
  return (
    <div className="rows">
      {children}
      {items.map((account) => (
        <AccountRow key={account.id} account={account} />
      ))}
      <ListEnd state={state} load={load} moreHref={moreHref} skeleton={<AccountSkeleton />} />
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
