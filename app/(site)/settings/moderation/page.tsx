import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { DecisionCard } from "@/components/moderation/decision-card";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { requireContext } from "@/lib/auth/require";
import { listOwnDecisions } from "@/lib/domain/people/moderation/own-decisions";

export const metadata: Metadata = { title: "Decisions about you" };

export default async function OwnDecisionsPage({ searchParams }: PageProps<"/settings/moderation">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/settings/moderation");
  const page = await pageAtCursor(cursor, (cursor) => listOwnDecisions(ctx, { limit: 20, cursor }));
  if (page.data.length === 0)
    return (
      <EmptyState icon="scale" title="No decisions about you">
        If a moderator acts on something of yours, you read here what, and why, and can appeal.
      </EmptyState>
    );
  return (
    <div className="grid gap-4">
      {page.data.map((decision) => (
        <DecisionCard key={decision.id} decision={decision} />
      ))}
      <NextPage of="/settings/moderation" cursor={page.nextCursor} />
    </div>
  );
}
