import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { FactorSections } from "@/components/account/security/factor-sections";
import { SecurityLog } from "@/components/account/security-log";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listOwnEntries } from "@/lib/domain/accounts/audit-log/queries";
import { getFactorSettings } from "@/lib/domain/accounts/factors/queries";

export const metadata: Metadata = { title: "Security" };

export default async function SecurityPage({ searchParams }: PageProps<"/settings/security">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/settings/security");
  const page = await pageAtCursor(cursor, (cursor) => listOwnEntries(ctx, { limit: 50, cursor }));
  return (
    <>
      <FactorSections factors={await getFactorSettings(ctx)} />
      <Section id="security-log" title="Security log">
        <Lead>
          Sign-ins, passwords, keys, and what staff did to your account. Nobody can change or delete an entry.
        </Lead>
        <SecurityLog entries={page.data} />
        <NextPage of="/settings/security" cursor={page.nextCursor} />
      </Section>
    </>
  );
}
