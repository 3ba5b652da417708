import clsx from "clsx";
import Link from "next/link";
import type { PolicyLink } from "@/lib/domain/policies/rules";

export function PolicyLinks({ policies, className }: { policies: readonly PolicyLink[]; className?: string }) {
  if (policies.length === 0) return null;
  return (
    <ul aria-label="Policies" className={clsx("flex", className)}>
      {policies.map(({ name, title }) => (
        <li key={name}>
          <Link
            href={`/${name}`}
            prefetch={false}
            className="grid min-h-6 place-items-center text-13 text-muted hover:text-ink pointer-coarse:min-h-11"
          >
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
