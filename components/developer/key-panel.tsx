import { Icon } from "@/components/ui/icon";
import { EmptyState } from "@/components/ui/empty-state";
import { Section } from "@/components/ui/section";
import type { KeySummary } from "@/lib/domain/keys/schema";
import { KeyRow } from "./key-row";
import { NewKeyDialog } from "./new-key-dialog";

/** The viewer's API keys. */
export function KeyPanel({ keys }: { keys: readonly KeySummary[] }) {
  return (
    <Section id="keys" title="API keys" actions={keys.length > 0 && <NewKeyDialog />}>
      {keys.length === 0 ? (
        <EmptyState icon={<Icon name="key-round" />} title="No keys yet" action={<NewKeyDialog />}>
          A key lets your programs read and write as you, within the scopes you give it.
        </EmptyState>
      ) : (
        <ul className="rows">
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
        </ul>
      )}
    </Section>
  );
}
