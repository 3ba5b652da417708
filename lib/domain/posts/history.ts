import { read, type VisitorContext } from "@/lib/domain/context";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { visibleTo } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/database/sql";
import type { PostVersionEntry } from "./schema";

interface VersionRow {
  id: string;
  version: number;
  content: string;
  media: { id: string; alt: string }[] | null;
  createdAt: Date;
}

/** Lists the versions of a post, newest first, to everybody who may see it. */
export function listVersions(
  ctx: VisitorContext,
  { id, ...request }: PageRequest & { id: string },
): Promise<Page<PostVersionEntry>> {
  return paginate<VersionRow, PostVersionEntry>(request, {
    list: ["versions", id],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<VersionRow>>(
          ctx,
          `posts.versions.${ctx.channel}`,
          sql`SELECT v.version::text AS id, v.* FROM "Post" p LEFT JOIN LATERAL (
             SELECT p."editsCount" + 1 AS version, p.content, coalesce(p."editedAt", p."createdAt") AS "createdAt",
                    (SELECT json_agg(json_build_object('id', m.id, 'alt', m.alt) ORDER BY m.position)
                       FROM "Media" m WHERE m."postId" = p.id) AS media
               WHERE p."editsCount" + 1 < ${before(after.id)}::int
             UNION ALL
             (SELECT v.version, v.content, v."createdAt",
                     (SELECT json_agg(json_build_object('id', m.id, 'alt', v.alts ->> m.id) ORDER BY m.position)
                        FROM "Media" m WHERE m."postId" = p.id)
                FROM "PostVersion" v WHERE v."postId" = p.id AND v.version < ${before(after.id)}::int
               ORDER BY v.version DESC LIMIT ${take})
             ORDER BY version DESC LIMIT ${take}) v ON true
            WHERE p.id = ${id} AND ${visibleTo(ctx.channel, ctx.actor?.id ?? "")}
            ORDER BY v.version DESC`,
        ),
      ),
    position: ({ createdAt, version }) => ({ at: createdAt, id: String(version) }),
    present: ({ version, content, media, createdAt }) => ({
      version,
      content,
      media: media ?? [],
      createdAt: createdAt.toISOString(),
    }),
  });
}

const LAST_VERSION = 2_147_483_647;

/** The version below which the next page starts. */
const before = (id: string) => (id === "" ? LAST_VERSION : Number(id));
