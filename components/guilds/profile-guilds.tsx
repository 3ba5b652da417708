import Link from "next/link";
import type { Guild } from "@/lib/domain/guilds/schema";

/** The Discord servers that somebody shows on their profile. */
export function ProfileGuilds({ guilds }: { guilds: readonly Guild[] }) {
  if (guilds.length === 0) return null;
  return (
    <p className="border-t border-line px-4 py-3 text-13 text-muted md:px-6">
      On Discord in{" "}
      {guilds.map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 && ", "}
          <Link href={`/guilds/${id}`} prefetch={false} className="text-ink hover:underline">
            {name}
          </Link>
        </span>
      ))}
    </p>
  );
}
