import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { AppealCard } from "@/components/moderation/answer-cards";
import { EmptyState } from "@/components/ui/empty-state";
import { NextPage } from "@/components/ui/load-more";
import { requireModeratorPage } from "@/lib/auth/require";
import { listAppeals } from "@/lib/domain/people/moderation/own-decisions";

export const metadata: Metadata = { title: "Appeals" };

export default async function AppealsPage({ searchParams }: PageProps<"/moderation/appeals">) {
  const { cursor } = await searchParams;
  const ctx = await requireModeratorPage("/moderation/appeals");
  const page = await pageAtCursor(cursor, (cursor) => listAppeals(ctx, { status: "open", limit: 20, cursor }));
  return (
    <div className="grid gap-4">
      {page.data.length === 0 && (
        <EmptyState icon="scale" title="No appeals">
          No appeals are waiting for an answer.
        </EmptyState>
      )}
      {page.data.map((appeal) => (
        <AppealCard key={appeal.decision.id} appeal={appeal} />
      ))}
      <NextPage of="/moderation/appeals" cursor={page.nextCursor} />
    </div>
  );
}
