import Link from "next/link";
import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkPending } from "@/components/ui/link-tabs";

/** Without prefetch: a dozen such links are on every page, and each would cost a request. */
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
