import type { ReactNode } from "react";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import type { AccountDetails } from "@/lib/domain/deployment/administration/schema";
import { ACTION_LABELS } from "@/components/moderation/labels";

export function AccountFacts({ account }: { account: AccountDetails }) {
  const { signIn } = account;
  const ways = [signIn.password && "Password", ...signIn.providers.map(capitalized)].filter(Boolean).join(", ");
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      <Fact term="Mail address">
        {account.email ?? "None"}
        {account.email && (account.emailVerifiedAt ? " (confirmed)" : " (not confirmed)")}
      </Fact>
      <Fact term="Joined">
        <ExactTime at={account.createdAt} />
      </Fact>
      <Fact term="Signs in by">{ways || "Nothing yet"}</Fact>
      <Fact term="Second factor">{signIn.secondFactor ? "On" : "Off"}</Fact>
      <Fact term="Signed-in browsers">{account.sessions}</Fact>
      <Fact term="Last seen">{account.lastSeenAt ? <RelativeTime at={account.lastSeenAt} /> : "Not recently"}</Fact>
      <Fact term="Posts, followers">
        {account.posts}, {account.followers}
      </Fact>
      <Fact term="API keys, webhooks">
        {account.apiKeys}, {account.webhookEndpoints}
      </Fact>
      {account.standing === "suspended" && (
        <Fact term="Suspended until">
          {account.suspendedUntil ? <ExactTime at={account.suspendedUntil} /> : "No end date"}
        </Fact>
      )}
      <Fact term="Id">
        <code className="text-13 break-all">{account.id}</code>
      </Fact>
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-13 text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function AccountDecisions({ decisions }: Pick<AccountDetails, "decisions">) {
  if (decisions.length === 0) return <p className="text-muted">No decisions about this account.</p>;
  return (
    <ol className="rows">
      {decisions.map((decision) => (
        <li key={decision.id} className="grid gap-0.5 px-4 py-2.5">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{ACTION_LABELS[decision.action].done}</span>
            <span className="text-13 text-muted">
              by @{decision.moderator.handle}
              {decision.liftedAt && " · no longer in force"}
            </span>
            <RelativeTime at={decision.createdAt} className="ml-auto text-13 text-muted" />
          </p>
          <p className="wrap-anywhere text-muted">{decision.reason}</p>
        </li>
      ))}
    </ol>
  );
}
