import { cupNumber } from "@/components/plinko/cup-number";
import { formatNumber } from "@/components/ui/number";
import type { SystemMessage } from "@/lib/domain/rooms/schema";

/** The data of a drop's message (lib/domain/rooms/drops.ts). */
export interface DropData {
  amount: number;
  bin: number;
  landedBin: number;
  won: boolean;
  payout: number;
  link: string;
}

/** Returns what happened, as the rest of a sentence that begins with a name. */
export function systemText({ what, data }: Pick<SystemMessage, "what" | "data">): string {
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
  const stake = `dropped ${countCoins(amount)} on cup ${cupNumber(bin)}`;
  return won ? `${stake} and won ${countCoins(payout)}` : `${stake}. The ball fell into cup ${cupNumber(landedBin)}`;
}

function countCoins(coins: number): string {
  return `${formatNumber(coins)} ${coins === 1 ? "coin" : "coins"}`;
}
