import { imageUrl } from "@/lib/domain/accounts/users/present";
import { siteName } from "@/lib/domain/accounts/users/site-name";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { countCoins } from "@/lib/domain/play/coins/rules";
import { mediaUrl } from "@/lib/domain/writing/media/queries";
import { env } from "@/lib/infra/environment/env";
import type { DuelResult, DuelRole } from "@/lib/infra/prisma/enums";
import { MAX_DESCRIPTION, PREVIEW_IMAGE_PATH } from "./rules";
import type { Preview } from "./schema";

/** What a preview shows: of a page of the web, or, read under the rules of reading it, of something of this site. */
export type PreviewRow =
  | { kind: "web"; url: string; title: string; description: string; siteName: string; imageId: string | null }
  | { kind: "post"; id: string; name: string; handle: string; content: string; mediaId: string | null }
  | { kind: "build"; slug: string; title: string; description: string; coverId: string | null }
  | { kind: "blog" | "news"; slug: string; title: string; description: string }
  | { kind: "user"; name: string; handle: string; bio: string; image: string | null }
  | { kind: "drop"; id: string; name: string; nonce: number; amount: number; bin: number; landedBin: number }
  | { kind: "duel"; id: string; names: Record<DuelRole, string>; result: DuelResult };

const address = (path: string) => new URL(path, env().siteUrl).href;

const OTHER = { challenger: "opponent", opponent: "challenger" } as const;

function endingOf({ names, result }: Extract<PreviewRow, { kind: "duel" }>): string {
  if (result === "draw") return "A duel that ended in a draw. Anybody can check every ball.";
  return `${names[result]} won against ${names[OTHER[result]]}. Anybody can check every ball.`;
}

export function presentPreview(row: PreviewRow | null): Preview | null {
  if (row === null) return null;
  const own = (
    path: string,
    { title, description, image = null }: Pick<Preview, "title" | "description"> & Partial<Preview>,
  ): Preview => ({
    url: address(path),
    site: siteName(),
    title,
    description: [...description].slice(0, MAX_DESCRIPTION).join(""),
    image,
  });
  switch (row.kind) {
    case "web": {
      const { url, title, description, siteName: site, imageId } = row;
      return { url, title, description, site, image: imageId && address(PREVIEW_IMAGE_PATH + imageId) };
    }
    case "post":
      return own(`/posts/${row.id}`, {
        title: `${row.name} (@${row.handle})`,
        description: row.content,
        image: row.mediaId && mediaUrl(row.mediaId),
      });
    case "build": {
      const { slug, title, description, coverId } = row;
      return own(`/builds/${slug}`, { title, description, image: coverId && mediaUrl(coverId) });
    }
    case "blog":
    case "news":
      return own(`/${row.kind}/${row.slug}`, row);
    case "user":
      return own(`/users/${row.handle}`, {
        title: `${row.name} (@${row.handle})`,
        description: row.bio,
        image: imageUrl(row),
      });
    case "duel":
      return own(`/ranked/${row.id}`, {
        title: `${row.names.challenger} vs ${row.names.opponent}`,
        description: endingOf(row),
      });
    case "drop":
      return own(`/coins/drops/${row.id}`, {
        title: `Drop ${row.nonce} of ${row.name}`,
        description: `${countCoins(row.amount)} on cup ${binNumber(row.bin)}; the ball fell into cup ${binNumber(row.landedBin)}.`,
      });
  }
}
