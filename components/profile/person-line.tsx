import Link from "next/link";
import type { ReactNode } from "react";
import { Avatar } from "@/components/ui/avatar";

interface PersonLineProps {
  person: { name: string; image: string | null };
  href: string;
  /** Beside the name. */
  badges?: ReactNode;
  /** Below the name. */
  detail: ReactNode;
  /** At the end of the row: a number, or a button. */
  children?: ReactNode;
}

/** Somebody in a list of the settings or the administration. For profiles and searches, use PersonRow. */
export function PersonLine({ person: { name, image }, href, badges, detail, children }: PersonLineProps) {
  return (
    <article
      aria-label={name}
      className="relative grid grid-cols-[2.5rem_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-3 hover:bg-ink/2.5"
    >
      <Avatar src={image} name={name} />
      <div className="min-w-0">
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            href={href}
            prefetch={false}
            dir="auto"
            className="truncate font-semibold after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
          {badges}
        </p>
        <p className="truncate text-13 text-muted">{detail}</p>
      </div>
      {children && <div className="relative text-13 text-muted">{children}</div>}
    </article>
  );
}
