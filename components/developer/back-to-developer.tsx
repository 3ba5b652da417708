import Link from "next/link";
import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

export function BackToDeveloper({ children = "Keys, apps and webhooks" }: { children?: ReactNode }) {
  return (
    <Link
      href="/settings/developer"
      className="touch-target mb-3 inline-flex items-center gap-1.5 text-13 text-muted hover:text-ink"
    >
      <Icon name="arrow-left" className="size-4" />
      {children}
    </Link>
  );
}
