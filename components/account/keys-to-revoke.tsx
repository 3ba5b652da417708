import { Checkbox } from "@/components/ui/checkbox";
import type { KeySummary } from "@/lib/domain/keys/schema";

/** The API keys that a new password leaves valid, and the option to revoke them. */
export function KeysToRevoke({ keys }: { keys: readonly KeySummary[] }) {
  const isOne = keys.length === 1;
  return (
    <div className="rounded-control border border-line p-4">
      <Checkbox
        name="revokeKeys"
        label={isOne ? "Also revoke my API key" : `Also revoke my ${keys.length} API keys`}
        hint={`${isOne ? "It keeps" : "They keep"} working otherwise. Revoke ${isOne ? "it" : "them"} if someone else may have had access to your account.`}
      />
      <ul
        aria-label="API keys"
        className="mt-3 flex max-h-48 flex-col gap-1 overflow-y-auto border-t border-line pt-3 text-13"
      >
        {keys.map((key) => (
          <li key={key.id} className="flex justify-between gap-x-3">
            <span className="min-w-0 wrap-anywhere">{key.name}</span>
            <code className="shrink-0 font-mono text-muted">
              {key.prefix}…{key.suffix}
            </code>
          </li>
        ))}
      </ul>
    </div>
  );
}
