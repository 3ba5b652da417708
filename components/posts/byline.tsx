import Link from "next/link";

interface BylineProps {
  person: { name: string; handle: string };
}

/** Name and handle of an author. Where there is no room for both, the handle is truncated, and hidden on phones. */
export function Byline({ person: { name, handle } }: BylineProps) {
  return (
    <span className="flex h-6 min-w-0 flex-wrap gap-x-1.5 gap-y-2 overflow-clip leading-6 [overflow-clip-margin:4px] max-sm:grow sm:flex-nowrap">
      <Link href={`/users/${handle}`} prefetch={false} className="max-w-full truncate font-semibold hover:underline">
        {name}
      </Link>
      <span className="max-w-full truncate text-muted sm:shrink-100">@{handle}</span>
    </span>
  );
}
