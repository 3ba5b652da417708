import clsx from "clsx";
import Link from "next/link";
import { POLICIES, POLICY_NAMES } from "@/lib/domain/policies/rules";

/** Links to the policies that are written; empty if there are none. */
export function PolicyLinks({ policies, className }: { policies: readonly string[]; className?: string }) {
  const written = POLICY_NAMES.filter((name) => policies.includes(name));
  if (written.length === 0) return null;
  return (
    <ul aria-label="Policies" className={clsx("flex", className)}>
      {written.map((name) => (
        <li key={name}>
          <Link
            href={`/${name}`}
            prefetch={false}
            className="grid min-h-6 place-items-center text-13 text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            {POLICIES[name].title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
