import Link from "next/link";
import { CoinSign } from "@/components/ui/coin-sign";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SystemMessage } from "@/lib/domain/rooms/schema";
import { type DropData, systemText } from "./system-text";

/** What happened in the room, quieter than what people say; a drop is worth a look. */
export function SystemRow({ message }: { message: SystemMessage }) {
  const { what, who, data, createdAt } = message;
  const name = (
    <Link href={`/users/${who.handle}`} prefetch={false} className="font-medium text-ink hover:underline">
      {who.name}
    </Link>
  );
  if (what !== "drop")
    return (
      <p className="px-4 py-0.5 text-center text-13 text-balance text-muted md:px-6">
        {name} {systemText(message)}
      </p>
    );
  const { won, link } = data as unknown as DropData;
  return (
    <div className="px-4 py-1.5 md:px-6">
      <p
        className={`mx-auto flex w-fit max-w-full flex-wrap items-center justify-center gap-x-2 gap-y-0.5 rounded-card px-3 py-1.5 text-13 ${
          won ? "bg-coin-soft text-coin-ink" : "bg-hover text-muted"
        }`}
      >
        <CoinSign className="size-4" />
        <span>
          {name} {systemText(message)}
        </span>
        <Link href={link} prefetch={false} className="font-medium underline underline-offset-2">
          Verify
        </Link>
        <RelativeTime at={createdAt} />
      </p>
    </div>
  );
}
