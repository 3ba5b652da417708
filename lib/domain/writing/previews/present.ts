import { imageUrl } from "@/lib/domain/accounts/users/present";
import { siteName } from "@/lib/domain/accounts/users/site-name";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { audiblePerson, visibleBuild, visibleProfile, visibleTo } from "@/lib/domain/kernel/visibility";
import { binNumber } from "@/lib/domain/play/coins/plinko";
import { countCoins } from "@/lib/domain/play/coins/rules";
import { mediaUrl } from "@/lib/domain/writing/media/queries";
import { env } from "@/lib/infra/environment/env";
import { NOW, type Sql, sql } from "@/lib/infra/database/sql";
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

/** Returns the column with what the first link of a post `p` leads to, as a viewer sees it; null if they do not. */
export function previewColumn(channel: VisitorContext["channel"], viewerId: string): Sql {
  const heard = (authorId: Sql) => audiblePerson(viewerId, authorId);
  return sql`CASE p."linkKind"
    WHEN 'web' THEN (SELECT json_build_object('kind', 'web', 'url', l.url, 'title', l.title, 'description', l.description,
        'siteName', l."siteName", 'imageId', l."imageId")
        FROM "LinkPreview" l WHERE l.id = p."linkId" AND l.title IS NOT NULL)
    WHEN 'post' THEN (SELECT json_build_object('kind', 'post', 'id', q.id, 'name', a.name, 'handle', a.handle,
        'content', COALESCE(q.warning, q.content), 'mediaId', (SELECT m.id FROM "Media" m WHERE m."postId" = q.id AND q.warning IS NULL ORDER BY m.position LIMIT 1))
        FROM "Post" q JOIN "User" a ON a.id = q."authorId"
       WHERE q.id = p."linkId" AND ${visibleTo(channel, viewerId, "q")} AND ${heard(sql`q."authorId"`)})
    WHEN 'build' THEN (SELECT json_build_object('kind', 'build', 'slug', b.slug, 'title', b.title,
        'description', b.description, 'coverId', (SELECT m.id FROM "Media" m WHERE m."buildId" = b.id AND m.role = 'COVER'))
        FROM "Build" b
       WHERE b.slug = p."linkId" AND ${visibleBuild(viewerId)} AND ${heard(sql`b."authorId"`)})
    WHEN 'blog' THEN (SELECT json_build_object('kind', 'blog', 'slug', slug, 'title', title, 'description', description)
        FROM "BlogPost" WHERE slug = p."linkId" AND "publishedAt" <= ${NOW})
    WHEN 'news' THEN (SELECT json_build_object('kind', 'news', 'slug', slug, 'title', title, 'description', description)
        FROM "NewsArticle" WHERE slug = p."linkId" AND "publishedAt" <= ${NOW})
    WHEN 'user' THEN (SELECT json_build_object('kind', 'user', 'name', s.name, 'handle', s.handle, 'bio', s.bio,
        'image', s.image) FROM "User" s
       WHERE s.handle = p."linkId" AND ${visibleProfile(viewerId, "s")} AND ${heard(sql`s.id`)})
    WHEN 'drop' THEN (SELECT json_build_object('kind', 'drop', 'id', d.id, 'name', s.name, 'nonce', d.nonce,
        'amount', d.amount, 'bin', d.bin, 'landedBin', d."landedBin") FROM "Drop" d JOIN "User" s ON s.id = d."userId"
       WHERE d.id = p."linkId" AND ${visibleProfile(viewerId, "s")} AND ${heard(sql`s.id`)})
    WHEN 'duel' THEN (SELECT json_build_object('kind', 'duel', 'id', d.id, 'result', d.result,
        'names', json_build_object('challenger', c.name, 'opponent', o.name)) FROM "Duel" d
        JOIN "User" c ON c.id = d."challengerId" JOIN "User" o ON o.id = d."opponentId"
       WHERE d.id = p."linkId" AND d.result IS NOT NULL AND ${visibleProfile(viewerId, "c")} AND ${visibleProfile(viewerId, "o")}
         AND ${heard(sql`c.id`)} AND ${heard(sql`o.id`)})
  END AS preview`;
}

const address = (path: string) => new URL(path, env().siteUrl).href;

const OTHER = { challenger: "opponent", opponent: "challenger" } as const;

function endingOf({ names, result }: Extract<PreviewRow, { kind: "duel" }>): string {
  if (result === "draw") return "A duel that ended in a draw. Anybody can check every ball.";
  return `${names[result]} won against ${names[OTHER[result]]}. Anybody can check every ball.`;
}

export function presentPreview(row: PreviewRow | null): Preview | null {
  if (row === null) return null;
  const own = (path: string, about: Pick<Preview, "title" | "description"> & Partial<Preview>): Preview => ({
    url: address(path),
    site: siteName(),
    image: null,
    ...about,
    description: [...about.description].slice(0, MAX_DESCRIPTION).join(""),
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
