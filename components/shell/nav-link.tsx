"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkPending } from "@/components/ui/link-pending";

/**
 * Knows whether the reader is there; its looks come from whoever places it. Nothing is fetched ahead: a dozen such links
 * stand on every page, and each would be a request that the reader did not ask for.
 */
export function NavLink({ href, className, children }: { href: string; className?: string; children: ReactNode }) {
  const path = usePathname();
  const here = path === href || (href !== "/" && path.startsWith(`${href}/`));
  return (
    <Link href={href} prefetch={false} aria-current={here ? "page" : undefined} className={className}>
      {children}
      <LinkPending />
    </Link>
  );
}
