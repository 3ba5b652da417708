import Link from "next/link";

/** Name and handle of an author. Where there is no room for both, the handle is truncated, and hidden on phones. */
export function Byline({ person: { name, handle } }: { person: { name: string; handle: string } }) {
  return (
    <span className="byline">
      <Link
        href={`/users/${handle}`}
        prefetch={false}
        dir="auto"
        className="max-w-full truncate font-semibold hover:underline"
      >
        {name}
      </Link>
      <span className="max-w-full truncate text-muted sm:shrink-100">@{handle}</span>
    </span>
  );
}
