import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { FactorSections } from "@/components/account/security/factor-sections";
import { SecurityLog } from "@/components/account/security-log";
import { LoadMore } from "@/components/ui/load-more";
import { requireContext } from "@/lib/auth/require";
import { listOwnEntries } from "@/lib/domain/audit-log/queries";
import { getFactorSettings } from "@/lib/domain/factors/queries";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage({ searchParams }: PageProps<"/settings/security">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/settings/security");
  const page = await pageAtCursor(cursor, (cursor) => listOwnEntries(ctx, { limit: 50, cursor }));
  return (
    <>
      <FactorSections factors={await getFactorSettings(ctx)} />
      <section aria-labelledby="security-log">
        <h2 id="security-log" className="mb-2 text-21">
          Security log
        </h2>
        <p className="mb-4 max-w-prose text-muted">
          Sign-ins, passwords, keys, and what staff did to your account. Nobody can change or delete an entry.
        </p>
        <SecurityLog entries={page.data} />
        {page.nextCursor && <LoadMore href={`/settings/security?cursor=${page.nextCursor}`} />}
      </section>
    </>
  );
}
