import type { Metadata } from "next";
import { SignUpRequestCard } from "@/components/moderation/answer-cards";
import { EmptyState } from "@/components/ui/empty-state";
import { requireModeratorPage } from "@/lib/auth/require";
import { listSignUpRequests } from "@/lib/domain/accounts/lifecycle/sign-up";

export const metadata: Metadata = { title: "Requests for accounts" };

export default async function SignUpRequestsPage() {
  const ctx = await requireModeratorPage("/moderation/requests");
  const { data, waiting } = await listSignUpRequests(ctx);
  return (
    <div className="grid gap-4">
      {data.length === 0 ? (
        <EmptyState icon="user-round-plus" title="No requests">
          Nobody is waiting for an account.
        </EmptyState>
      ) : (
        <p className="text-muted">
          {waiting === 1
            ? "One person is waiting for an account."
            : `${waiting} people are waiting for an account, the longest waiting first.`}
        </p>
      )}
      {data.map((request) => (
        <SignUpRequestCard key={request.id} request={request} />
      ))}
    </div>
  );
}
