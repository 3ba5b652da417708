import { type Context, read } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { type After, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { MEDIA_ROW, type MediaRow, presentMedia } from "@/lib/domain/writing/media/queries";
import type { ScheduledPost as ScheduledRow } from "@/lib/infra/prisma/client";
import { sql } from "@/lib/infra/database/sql";
import { FAILURES } from "./rules";
import type { ScheduledPost } from "./schema";

type Row = Omit<ScheduledRow, "authorId" | "failedAt"> & { media: MediaRow[] | null };

const COLUMNS = sql`s.id, s.content, s.warning, s.audience, s."quoteId", s."publishAt", s."createdAt", s.failure,
  (SELECT json_agg(${MEDIA_ROW} ORDER BY m.position) FROM "Media" m WHERE m."scheduledPostId" = s.id) AS media`;

/** The position before the earliest row. */
const earliest = ({ at, id }: After) => (at === "infinity" ? { at: "-infinity", id } : { at, id });

/** Lists the caller's scheduled posts, the soonest first: before all others those that could not be posted. */
export function listScheduledPosts(ctx: Context, request: PageRequest): Promise<Page<ScheduledPost>> {
  return paginate<Row, ScheduledPost>(request, {
    list: ["scheduled", ctx.actor.id],
    rows: (position, take) => {
      const after = earliest(position);
      return read<Row>(ctx, "scheduled.own")`
        SELECT ${COLUMNS} FROM "ScheduledPost" s
         WHERE s."authorId" = ${ctx.actor.id} AND (s."publishAt", s.id) > (${after.at}::timestamptz, ${after.id})
         ORDER BY s."publishAt", s.id LIMIT ${take}`;
    },
    position: ({ publishAt, id }) => ({ at: publishAt, id }),
    present,
  });
}

/** Returns one of the caller's. @throws DomainError `not_found` for other people's, and once it is posted */
export async function readScheduledPost(ctx: Context, id: string): Promise<ScheduledPost> {
  const [row] = await read<Row>(ctx, "scheduled.one")`
    SELECT ${COLUMNS} FROM "ScheduledPost" s WHERE s.id = ${id} AND s."authorId" = ${ctx.actor.id}`;
  if (!row) throw notFound();
  return present(row);
}

const present = ({ publishAt, createdAt, failure, media, ...row }: Row): ScheduledPost => ({
  ...row,
  publishAt: publishAt.toISOString(),
  createdAt: createdAt.toISOString(),
  media: (media ?? []).map(presentMedia),
  failure: failure && { code: failure, message: `It was not posted, because ${FAILURES[failure]}.` },
});
