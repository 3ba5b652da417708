import Link from "next/link";
import { CoinSign } from "@/components/coins/coin-amount";
import { RelativeTime } from "@/components/ui/relative-time";
import type { SystemMessage } from "@/lib/domain/play/rooms/schema";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { countCoins } from "@/lib/domain/play/coins/rules";

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

/** The data of a drop's message (lib/domain/play/rooms/drops.ts). */
interface DropData {
  amount: number;
  bin: number;
  landedBin: number;
  won: boolean;
  payout: number;
  link: string;
}

/** Returns what happened, as the rest of a sentence that begins with a name. */
function systemText({ what, data }: Pick<SystemMessage, "what" | "data">): string {
  switch (what) {
    case "joined":
      return "joined";
    case "left":
      return "left";
    case "removed":
      return data.banned ? "was banned" : "was removed";
    case "host":
      return "is the host now";
    case "settings":
      return settingsText(data);
    case "drop":
      return dropText(data as unknown as DropData);
  }
}

function settingsText(data: Record<string, unknown>): string {
  const changes = [
    "name" in data && `renamed the room to “${String(data.name)}”`,
    "public" in data && (data.public ? "listed the room" : "unlisted the room"),
    "maxMembers" in data && `made room for ${String(data.maxMembers)} people`,
    "password" in data && (data.password ? "set a new password" : "removed the password"),
    "pinned" in data && (data.pinned ? "pinned a message" : "unpinned the message"),
  ].filter((change) => change !== false);
  return changes.length === 0 ? "changed the room" : new Intl.ListFormat("en", { type: "conjunction" }).format(changes);
}

function dropText({ amount, bin, landedBin, won, payout }: DropData): string {
  const stake = `dropped ${countCoins(amount)} on cup ${binNumber(bin)}`;
  return won ? `${stake} and won ${countCoins(payout)}` : `${stake}. The ball fell into cup ${binNumber(landedBin)}`;
}
