import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { audiblePerson, visibleBuild, visibleProfile, visibleTo } from "@/lib/domain/kernel/visibility";
import { NOW, type Sql, sql } from "@/lib/infra/database/sql";
import type { LinkKind } from "@/lib/infra/prisma/enums";
import { storage } from "@/lib/infra/storage/storage";
import type { PreviewRow } from "./present";
import { imageKey } from "./queue";

/** The columns of a post that say what its first link leads to. */
export interface LinkColumns {
  linkKind: LinkKind | null;
  linkId: string | null;
}

interface Viewer {
  channel: VisitorContext["channel"];
  id: string;
}

/** Adds to posts what their first links lead to, as the viewer sees it. Posts without links need no statement. */
export async function withPreviews<Row extends LinkColumns>(
  ctx: VisitorContext,
  posts: Row[],
  viewer: Viewer = { channel: ctx.channel, id: ctx.actor?.id ?? "" },
): Promise<(Row & { preview: PreviewRow | null })[]> {
  const links = posts.filter(({ linkKind }) => linkKind !== null);
  const previews = links.length > 0 ? await readPreviews(ctx, links, viewer) : [];
  const previewOf = new Map(links.map((link, place) => [link, previews[place]?.preview ?? null]));
  return posts.map((post) => Object.assign(post, { preview: previewOf.get(post) ?? null }));
}

/**
 * Apart from the statements of posts: within them, the dozen tables that a link may lead to cost every page of posts a
 * quarter more, whether it has links or not.
 */
function readPreviews(ctx: VisitorContext, links: LinkColumns[], { channel, id }: Viewer) {
  return read<{ preview: PreviewRow | null }>(ctx, `previews.shown.${channel}`)`
    SELECT ${linked(channel, id)} AS preview
      FROM unnest(${links.map(({ linkKind }) => linkKind)}::text[], ${links.map(({ linkId }) => linkId)}::text[])
      WITH ORDINALITY link (kind, id, place) ORDER BY link.place`;
}

/** Returns what a `link` leads to, as a viewer sees it; null if they do not. */
function linked(channel: Viewer["channel"], viewerId: string): Sql {
  const heard = (authorId: Sql) => audiblePerson(viewerId, authorId);
  return sql`CASE link.kind
    WHEN 'web' THEN (SELECT json_build_object('kind', 'web', 'url', l.url, 'title', l.title, 'description', l.description,
        'siteName', l."siteName", 'imageId', l."imageId")
        FROM "LinkPreview" l WHERE l.id = link.id AND l.title IS NOT NULL)
    WHEN 'post' THEN (SELECT json_build_object('kind', 'post', 'id', q.id, 'name', a.name, 'handle', a.handle,
        'content', COALESCE(q.warning, q.content), 'mediaId', (SELECT m.id FROM "Media" m WHERE m."postId" = q.id AND q.warning IS NULL ORDER BY m.position LIMIT 1))
        FROM "Post" q JOIN "User" a ON a.id = q."authorId"
       WHERE q.id = link.id AND ${visibleTo(channel, viewerId, "q")} AND ${heard(sql`q."authorId"`)})
    WHEN 'build' THEN (SELECT json_build_object('kind', 'build', 'slug', b.slug, 'title', b.title,
        'description', b.description, 'coverId', (SELECT m.id FROM "Media" m WHERE m."buildId" = b.id AND m.role = 'COVER' ORDER BY m.position LIMIT 1))
        FROM "Build" b
       WHERE b.slug = link.id AND ${visibleBuild(viewerId)} AND ${heard(sql`b."authorId"`)})
    WHEN 'blog' THEN (SELECT json_build_object('kind', 'blog', 'slug', slug, 'title', title, 'description', description)
        FROM "BlogPost" WHERE slug = link.id AND "publishedAt" <= ${NOW})
    WHEN 'news' THEN (SELECT json_build_object('kind', 'news', 'slug', slug, 'title', title, 'description', description)
        FROM "NewsArticle" WHERE slug = link.id AND "publishedAt" <= ${NOW})
    WHEN 'user' THEN (SELECT json_build_object('kind', 'user', 'name', s.name, 'handle', s.handle, 'bio', s.bio,
        'image', s.image) FROM "User" s
       WHERE s.handle = link.id AND ${visibleProfile(viewerId, "s")} AND ${heard(sql`s.id`)})
    WHEN 'drop' THEN (SELECT json_build_object('kind', 'drop', 'id', d.id, 'name', s.name, 'nonce', d.nonce,
        'amount', d.amount, 'bin', d.bin, 'landedBin', d."landedBin") FROM "Drop" d JOIN "User" s ON s.id = d."userId"
       WHERE d.id = link.id AND ${visibleProfile(viewerId, "s")} AND ${heard(sql`s.id`)})
    WHEN 'duel' THEN (SELECT json_build_object('kind', 'duel', 'id', d.id, 'result', d.result,
        'names', json_build_object('challenger', c.name, 'opponent', o.name)) FROM "Duel" d
        JOIN "User" c ON c.id = d."challengerId" JOIN "User" o ON o.id = d."opponentId"
       WHERE d.id = link.id AND d.result IS NOT NULL AND ${visibleProfile(viewerId, "c")} AND ${visibleProfile(viewerId, "o")}
         AND ${heard(sql`c.id`)} AND ${heard(sql`o.id`)})
  END`;
}

/**
 * Returns the picture of a preview, which anybody may see who was told its id.
 * @throws DomainError `not_found`
 */
export async function openPreviewImage(ctx: VisitorContext, { id }: { id: string }) {
  const rows = await read(ctx, "previews.image")`SELECT id FROM "LinkPreview" WHERE "imageId" = ${id}`;
  if (rows.length === 0) throw notFound();
  const open = async () => (await storage().open(imageKey(id))) ?? missing();
  return { contentType: "image/webp", isPublic: true, version: id, open };
}

function missing(): never {
  throw notFound();
}
