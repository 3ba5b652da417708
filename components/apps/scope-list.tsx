import { Icon } from "@/components/ui/icon";
import { type Scope, SCOPES } from "@/lib/domain/accounts/keys/scopes";

/** What an app may do, in plain language: exactly one line for each of its scopes. */
export function ScopeList({ scopes }: { scopes: readonly Scope[] }) {
  return (
    <ul aria-label="What it may do" className="flex flex-col gap-2">
      {scopes.map((scope) => (
        <li key={scope} className="flex gap-2.5">
          <Icon
            name={scope.startsWith("read:") ? "eye" : "pencil"}
            className="mt-[0.25em] size-[1.05em] shrink-0 text-muted"
          />
          {SCOPES[scope]}
        </li>
      ))}
    </ul>
  );
}

/** The origin of an app's name, which nobody has verified. */
export function Voucher({ vouchedBy }: { vouchedBy: string | null }) {
  if (vouchedBy === null) return <>It chose its name itself, and nobody speaks for it.</>;
  const name = <strong className="font-medium wrap-anywhere text-ink">{vouchedBy}</strong>;
  if (vouchedBy.startsWith("@")) return <>{name} registered it. We haven’t checked its name.</>;
  if (vouchedBy === "this site") return <>It belongs to this site.</>;
  return <>It is described at {name}. We haven’t checked its name.</>;
}
