import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { AccountList } from "@/components/administration/account-list";
import { hrefWith } from "@/components/ui/href";
import { PeopleSearch } from "@/components/administration/search-forms";
import { EmptyState } from "@/components/ui/empty-state";
import { requireAdminPage } from "@/lib/auth/require";
import { listAccounts } from "@/lib/domain/deployment/administration/queries";
import { accountFilter } from "@/lib/domain/deployment/administration/schema";

export const metadata: Metadata = { title: "People" };

export default async function AdminPeoplePage({ searchParams }: PageProps<"/admin/people">) {
  const { cursor, ...query } = await searchParams;
  const ctx = await requireAdminPage("/admin/people");
  const filter = accountFilter.safeParse(query).data ?? {};
  const page = await pageAtCursor(cursor, (cursor) => listAccounts(ctx, { ...filter, limit: 30, cursor }));
  return (
    <div>
      <h2 className="sr-only">People</h2>
      <PeopleSearch filter={filter} />
      {page.data.length === 0 ? (
        <EmptyState icon="users" title="No matching accounts">
          Try a shorter search, or another filter.
        </EmptyState>
      ) : (
        <AccountList
          source={{ route: "GET /api/admin/people", input: { ...filter, limit: 30 } }}
          first={page}
          href={hrefWith("/admin/people", { ...filter })}
        />
      )}
    </div>
  );
}
