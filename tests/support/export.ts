import type { Context } from "@/lib/domain/context";
import { exportAccount } from "@/lib/domain/users/export";
import { streamJson } from "@/lib/http/json-stream";

type Exported = Record<
  | "posts"
  | "comments"
  | "likes"
  | "bookmarks"
  | "following"
  | "followers"
  | "blocks"
  | "mutes"
  | "coins"
  | "drops"
  | "roomMessages"
  | "rooms"
  | "duels"
  | "openDuels"
  | "guilds"
  | "builds"
  | "notifications",
  Record<string, unknown>[]
> & {
  exportedAt: string;
  account: Record<string, unknown>;
};

/** The whole of an export, as its reader parses it. */
export async function readExport(ctx: Context): Promise<Exported> {
  const response = await streamJson(new Request("http://localhost/api/account/export"), exportAccount(ctx), {});
  return (await response.json()) as Exported;
}
