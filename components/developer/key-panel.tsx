import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { RelativeTime, TimeOr } from "@/components/ui/relative-time";
import { Section, Rows } from "@/components/ui/section";
import type { KeySummary } from "@/lib/domain/accounts/keys/schema";
import { NewKeyDialog, RevokeKey, RotateKeyDialog } from "./key-dialogs";

export function KeyPanel({ keys }: { keys: readonly KeySummary[] }) {
  return (
    <Section id="keys" title="API keys" actions={keys.length > 0 && <NewKeyDialog />}>
      <Rows
        of={keys}
        empty={
          <EmptyState icon="key-round" title="No keys yet" action={<NewKeyDialog />}>
            A key lets your programs read and write as you, within the scopes you give it.
          </EmptyState>
        }
      >
        {(key) => <KeyRow key={key.id} apiKey={key} />}
      </Rows>
    </Section>
  );
}

export function KeyRow({ apiKey }: { apiKey: KeySummary }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium wrap-anywhere">{apiKey.name}</span>
          <code className="font-mono text-13 text-muted">
            {apiKey.prefix}…{apiKey.suffix}
          </code>
        </p>
        <ul aria-label="Scopes" className="mt-2 flex flex-wrap gap-1.5">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>
              <Badge>{scope}</Badge>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-13 text-muted">
          Created <RelativeTime at={apiKey.createdAt} />
          {" · "}
          <TimeOr at={apiKey.lastUsedAt} label="last used" none="never used" />
          {" · "}
          <TimeOr at={apiKey.expiresAt} label="expires" none="never expires" />
        </p>
        {apiKey.networks && <p className="mt-1 text-13 text-muted">Only from {apiKey.networks.join(", ")}</p>}
        {apiKey.oldSecrets.map((old) => (
          <p key={old.suffix} className="mt-1 text-13 text-muted">
            Old secret …{old.suffix}{" "}
            {old.uses > 0
              ? `still in use: ${old.uses.toLocaleString("en")} ${old.uses === 1 ? "call" : "calls"}`
              : "not used since"}
            , expires <RelativeTime at={old.endsAt} />
          </p>
        ))}
      </div>
      <div className="flex gap-2">
        <RotateKeyDialog apiKey={apiKey} />
        <RevokeKey apiKey={apiKey} />
      </div>
    </li>
  );
}
