import type { Metadata } from "next";
import Link from "next/link";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { AccountBadges } from "@/components/administration/account-list";
import { AccountDecisions, AccountFacts } from "@/components/administration/account-details";
import { AccountEntries } from "@/components/administration/audit-log-entries";
import { RoleForm, TierForm } from "@/components/administration/account-forms";
import { hrefWith } from "@/components/ui/href";
import { Avatar } from "@/components/ui/avatar";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireAdminPage } from "@/lib/auth/require";
import { listEntriesAbout, getAccount } from "@/lib/domain/deployment/administration/queries";

export const metadata: Metadata = { title: "An account" };

export default async function AdminPersonPage({ params, searchParams }: PageProps<"/admin/people/[id]">) {
  const [{ id }, { cursor }] = await Promise.all([params, searchParams]);
  const ctx = await requireAdminPage(`/admin/people/${id}`);
  const account = await orNotFound(getAccount(ctx, { id }));
  const entries = await pageAtCursor(cursor, (cursor) => listEntriesAbout(ctx, { id, limit: 20, cursor }));
  return (
    <>
      <section aria-labelledby="account" className="grid gap-6">
        <header className="flex items-center gap-4">
          <Avatar src={account.image} name={account.name} size={64} />
          <div className="min-w-0">
            <h2 id="account" className="text-27 wrap-anywhere">
              {account.name}
            </h2>
            <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-muted">
              {account.standing === "closed" ? (
                `@${account.handle}`
              ) : (
                <Link href={`/users/${account.handle}`} prefetch={false} className="hover:underline">
                  @{account.handle}
                </Link>
              )}
              <AccountBadges account={account} />
            </p>
          </div>
        </header>
        <AccountFacts account={account} />
      </section>
      {account.standing !== "closed" && (
        <Section id="rights" title="Rights">
          <div className="grid gap-6 sm:grid-cols-2">
            <RoleForm key={account.role} account={account} />
            <TierForm key={`tier-${account.tier}`} account={account} />
          </div>
        </Section>
      )}
      <Section id="moderation" title="Moderation">
        <Lead>
          {account.openReports === 1 ? "1 open report" : `${account.openReports} open reports`} in{" "}
          <Link href="/moderation" className="font-medium link">
            the queue
          </Link>
          .
        </Lead>
        <AccountDecisions decisions={account.decisions} />
      </Section>
      <Section id="audit-log" title="Audit log">
        <Lead>
          What concerns the account. The{" "}
          <Link
            href={hrefWith("/admin/audit-log", { person: account.handle })}
            prefetch={false}
            className="font-medium link"
          >
            whole log
          </Link>{" "}
          has what it did to others as well.
        </Lead>
        <AccountEntries entries={entries.data} />
        <NextPage of={`/admin/people/${id}`} cursor={entries.nextCursor} />
      </Section>
    </>
  );
}
