import type { Metadata } from "next";
import { textParameter } from "@/app/(site)/query-parameters";
import { DecisionCard } from "@/components/moderation/decision-card";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { visitorContext } from "@/lib/auth/page-context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { getDecisionOfToken } from "@/lib/domain/people/moderation/own-decisions";

export const metadata: Metadata = { title: "A decision about your account", robots: { index: false } };

export default async function AppealPage({ searchParams }: PageProps<"/appeal">) {
  const token = textParameter((await searchParams).token) ?? "";
  const decision = await getDecisionOfToken(await visitorContext(), { token }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  });
  return (
    <>
      <PageHeading title="A decision about your account" />
      {decision ? (
        <DecisionCard decision={decision} token={token} />
      ) : (
        <EmptyState title="This link isn’t complete">
          Open it again from the letter that we sent you. If you can sign in, Settings → Decisions has everything as
          well.
        </EmptyState>
      )}
    </>
  );
}
