import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { CutBranch } from "@/components/invitations/cut-branch";
import { InvitationPath, InvitedRow } from "@/components/invitations/invitation-path";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section } from "@/components/ui/section";
import { hrefWith } from "@/components/ui/href";
import { orNotFound } from "@/lib/auth/page-context";
import { requireAdminPage } from "@/lib/auth/require";
import { getInvitationPath, listInvited } from "@/lib/domain/accounts/invitations/queries";

export const metadata: Metadata = { title: "Invitations", robots: { index: false } };

export default async function InvitationTreePage({ searchParams }: PageProps<"/admin/invitations">) {
  const query = await searchParams;
  const under = textParameter(query.under);
  const ctx = await requireAdminPage("/admin/invitations");
  const path = under === undefined ? [] : await orNotFound(getInvitationPath(ctx, { handle: under }));
  const page = await pageAtCursor(query.cursor, (cursor) => listInvited(ctx, { under, limit: 20, cursor }));
  return (
    <Section id="invited" title="Who invited whom" className="max-w-160">
      {under === undefined ? (
        <Lead>The newest first. Open somebody to see who came by theirs, and to cut the branch.</Lead>
      ) : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <InvitationPath path={path} />
          <CutBranch handle={under} />
        </div>
      )}
      {page.data.length === 0 ? (
        <EmptyState icon="ticket" title="Nobody">
          {under === undefined ? "Nobody has joined by invitation yet." : `Nobody has joined through @${under}.`}
        </EmptyState>
      ) : (
        <div className="rows">
          {page.data.map((invited) => (
            <InvitedRow key={invited.person.id} invited={invited} showsInviter={under === undefined} />
          ))}
        </div>
      )}
      <NextPage of={hrefWith("/admin/invitations", { under })} cursor={page.nextCursor} />
    </Section>
  );
}
