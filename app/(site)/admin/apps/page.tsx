import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { AppRow } from "@/components/administration/app-row";
import { AppSearch } from "@/components/administration/search-forms";
import { hrefWith } from "@/components/ui/href";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section, Rows } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { listApps } from "@/lib/domain/accounts/apps/blocking";
import { appFilter } from "@/lib/domain/accounts/apps/schema";

export const metadata: Metadata = { title: "Apps" };

export default async function AdminAppsPage({ searchParams }: PageProps<"/admin/apps">) {
  const query = await searchParams;
  const ctx = await requireAdminPage("/admin/apps");
  // Forms also send empty fields.
  const chosen = { q: textParameter(query.q) || undefined, blocked: textParameter(query.blocked) };
  const filter = appFilter.safeParse(chosen).data ?? {};
  const page = await pageAtCursor(query.cursor, (cursor) => listApps(ctx, { ...filter, limit: 30, cursor }));
  return (
    <Section id="apps" title="Apps">
      <Lead>
        Programs that people let act for them. A blocked one can act for nobody, at once, until it is unblocked.
      </Lead>
      <AppSearch filter={filter} />
      <Rows
        of={page.data}
        empty={
          <EmptyState icon="blocks" title="No matching apps">
            Try a part of the name or of the client ID.
          </EmptyState>
        }
      >
        {(app) => <AppRow key={app.id} app={app} />}
      </Rows>
      <NextPage of={hrefWith("/admin/apps", { ...filter })} cursor={page.nextCursor} />
    </Section>
  );
}
