"use client"; // for the same reason as left-rail.tsx

import Link from "next/link";
import { PolicyLinks } from "@/components/policies/policy-links";
import type { PolicyLink } from "@/lib/domain/policies/rules";
import { EXPLORE } from "./nav-items";

/** The pages that do not fit into the phone's bottom bar. */
export function PhoneFooter({ policies }: { policies: readonly PolicyLink[] }) {
  return (
    <footer className="border-t border-line px-4 pt-6 pb-[calc(5.5rem+env(safe-area-inset-bottom))] md:hidden">
      <nav aria-label="More" className="flex flex-wrap justify-center gap-x-5">
        {EXPLORE.map((place) => (
          <Link
            key={place.href}
            href={place.href}
            prefetch={false}
            className="grid min-h-11 place-items-center text-13 text-muted hover:text-ink"
          >
            {place.label}
          </Link>
        ))}
      </nav>
      <PolicyLinks policies={policies} className="flex-wrap justify-center gap-x-5" />
    </footer>
  );
}
