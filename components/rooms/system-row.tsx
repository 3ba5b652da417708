import Link from "next/link";
import { CoinSign } from "@/components/coins/coin-sign";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SystemMessage } from "@/lib/domain/rooms/schema";
import { type DropData, systemText } from "./system-text";

/** A system message, quieter than users' messages. A drop links to its proof. */
export function SystemRow({ message }: { message: SystemMessage }) {
  const { what, who, data, createdAt } = message;
  const name = (
    <Link href={`/users/${who.handle}`} prefetch={false} className="font-medium text-ink hover:underline">
      <bdi>{who.name}</bdi>
    </Link>
  );
  if (what !== "drop")
    return (
      <p className="px-4 py-0.5 text-center text-13 text-balance wrap-anywhere text-muted md:px-6">
        {name} {systemText(message)}
      </p>
    );
  const { won, link } = data as unknown as DropData;
  return (
    <div className="px-4 py-1.5 md:px-6">
      <p
        className={`mx-auto w-fit max-w-full rounded-card px-3 py-1.5 text-center text-13 text-balance wrap-anywhere ${
          won ? "bg-coin-soft text-coin-ink" : "bg-hover text-muted"
        }`}
      >
        <CoinSign className="mr-1.5 inline size-4 align-[-0.2em]" />
        {name} {systemText(message)}{" "}
        <span className="ml-1 whitespace-nowrap">
          <Link href={link} prefetch={false} className="font-medium underline underline-offset-2">
            Verify
          </Link>{" "}
          <RelativeTime at={createdAt} className="ml-1" />
        </span>
      </p>
    </div>
  );
}
