import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { AuditLogEntries, AuditLogFilter } from "@/components/administration/audit-log-entries";
import { hrefWith } from "@/components/ui/href";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { auditFilter } from "@/lib/domain/accounts/audit-log/schema";
import { listAllEntries } from "@/lib/domain/accounts/audit-log/queries";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditLogPage({ searchParams }: PageProps<"/admin/audit-log">) {
  const query = await searchParams;
  const ctx = await requireAdminPage("/admin/audit-log");
  // Forms also send empty fields.
  const chosen = { action: textParameter(query.action) || undefined, person: textParameter(query.person) || undefined };
  const filter = auditFilter.safeParse(chosen).data ?? {};
  const page = await pageAtCursor(query.cursor, (cursor) => listAllEntries(ctx, { ...filter, limit: 30, cursor }));
  return (
    <Section id="audit-log" title="Audit log">
      <Lead>
        Everything staff did, and everything that concerns the security of accounts. Nobody can change or delete an
        entry.
      </Lead>
      <AuditLogFilter filter={filter} />
      {page.data.length === 0 ? (
        <EmptyState icon="scroll-text" title="No entries">
          {filter.person ? "No entries of this kind concern this handle or id." : "There are no entries of this kind."}
        </EmptyState>
      ) : (
        <AuditLogEntries entries={page.data} />
      )}
      <NextPage of={hrefWith("/admin/audit-log", { ...filter })} cursor={page.nextCursor} />
    </Section>
  );
}
