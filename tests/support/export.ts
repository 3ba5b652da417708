import type { Context } from "@/lib/domain/kernel/context";
import { exportAccount, exportArchive } from "@/lib/domain/accounts/users/export";
import { streamJson } from "@/lib/http/response/json-stream";
import { zipOf } from "@/lib/http/response/zip-stream";

type Exported = Record<
  | "posts"
  | "postVersions"
  | "scheduledPosts"
  | "media"
  | "comments"
  | "likes"
  | "reposts"
  | "bookmarks"
  | "following"
  | "followers"
  | "blocks"
  | "mutes"
  | "mutedWords"
  | "invitations"
  | "guests"
  | "coins"
  | "drops"
  | "roomMessages"
  | "rooms"
  | "duels"
  | "openDuels"
  | "guilds"
  | "builds"
  | "buildComments"
  | "buildLikes"
  | "purchases"
  | "reports"
  | "decisions"
  | "securityLog"
  | "notifications",
  Record<string, unknown>[]
> & {
  exportedAt: string;
  account: Record<string, unknown>;
};

/** A complete export, parsed. */
export async function readExport(ctx: Context): Promise<Exported> {
  const response = await streamJson(new Request("http://localhost/api/account/export"), exportAccount(ctx), {});
  return (await response.json()) as Exported;
}

/** The bytes of an archive. Its files are not compressed, so it can be searched for text. */
export async function readArchive(ctx: Context): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of zipOf(exportArchive(ctx))) pieces.push(piece);
  return Buffer.concat(pieces);
}
