import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/empty-state";
import type { KeySummary } from "@/lib/domain/keys/schema";
import { KeyRow } from "./key-row";
import { NewKeyDialog } from "./new-key-dialog";

/** The viewer's API keys. */
export function KeyPanel({ keys }: { keys: readonly KeySummary[] }) {
  return (
    <section aria-labelledby="keys">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id="keys" className="text-21">
          API keys
        </h2>
        {keys.length > 0 && <NewKeyDialog />}
      </div>
      {keys.length === 0 ? (
        <EmptyState icon={<Icon name="key-round" />} title="No keys yet" action={<NewKeyDialog />}>
          A key lets your programs read and write as you, within the scopes you give it.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-card border border-line bg-surface">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
    </section>
  );
}
