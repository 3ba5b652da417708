import Link from "next/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { POLICIES } from "@/lib/domain/policies/rules";
import type { PolicyDraft } from "@/lib/domain/policies/schema";

/** The policies that a site can have, and their state. */
export function PolicyList({ policies }: { policies: readonly PolicyDraft[] }) {
  return (
    <ul className="rows">
      {policies.map(({ name, content, version, changedAt }) => (
        <li key={name} className="relative flex flex-wrap items-baseline gap-x-3 px-4 py-3 hover:bg-hover">
          <Link href={`/admin/site/${name}`} className="font-semibold after:absolute after:inset-0 hover:underline">
            {POLICIES[name].title}
          </Link>
          <span className="ml-auto text-13 text-muted">
            {content === "" ? "Not written" : `Version ${version}`}
            {changedAt && (
              <>
                {" · "}
                <RelativeTime at={changedAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
