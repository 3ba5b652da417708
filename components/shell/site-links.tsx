import clsx from "clsx";
import Link from "next/link";
import type { PolicyLink } from "@/lib/domain/deployment/policies/rules";

/** What the site says about itself: its policies, and whether it works. */
export function SiteLinks({ policies, className }: { policies: readonly PolicyLink[]; className?: string }) {
  const links = [...policies, { name: "status", title: "Status" }];
  return (
    <ul aria-label="About this site" className={clsx("flex", className)}>
      {links.map(({ name, title }) => (
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
