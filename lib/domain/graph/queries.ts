import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { type Joined, underSubject } from "@/lib/domain/subject";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Person } from "@/lib/domain/users/schema";
import { visiblePerson } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/sql";

type OfHandle = PageRequest & { handle: string };

/** Lists who follows somebody, latest first. */
export function listFollowers(ctx: VisitorContext, request: OfHandle): Promise<Page<Person>> {
  return listPeople(ctx, "followers", request);
}

/** Lists whom somebody follows, latest first. */
export function listFollowing(ctx: VisitorContext, request: OfHandle): Promise<Page<Person>> {
  return listPeople(ctx, "following", request);
}

export function listOwnFollowers(ctx: Context, request: PageRequest): Promise<Page<Person>> {
  return listPeople(ctx, "followers", { ...request, handle: ctx.actor.handle });
}

export function listOwnFollowing(ctx: Context, request: PageRequest): Promise<Page<Person>> {
  return listPeople(ctx, "following", { ...request, handle: ctx.actor.handle });
}

/** The two ends of a "Follow": whose list it is, and who is listed. */
const ENDS = {
  followers: { subject: sql`"followeeId"`, listed: sql`"followerId"` },
  following: { subject: sql`"followerId"`, listed: sql`"followeeId"` },
} as const;

type PersonRow = PersonColumns & { id: string; since: Date };

function listPeople(
  ctx: VisitorContext,
  list: keyof typeof ENDS,
  { handle, ...request }: OfHandle,
): Promise<Page<Person>> {
  const { subject, listed } = ENDS[list];
  const name = handle.toLowerCase();
  const viewer = ctx.actor?.id ?? "";
  return paginate<PersonRow, Person>(request, {
    list: [list, name],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<PersonRow>>(
          ctx,
          `graph.${list}`,
          sql`SELECT l.* FROM "User" s LEFT JOIN LATERAL (
             SELECT f.${listed} AS id, f."createdAt" AS since, ${personColumns("u")}
               FROM "Follow" f JOIN "User" u ON u.id = f.${listed}
              WHERE f.${subject} = s.id AND (f."createdAt", f.${listed}) < (${after.at}::timestamptz, ${after.id})
                AND ${visiblePerson(viewer, sql`f.${listed}`)}
              ORDER BY f."createdAt" DESC, f.${listed} DESC LIMIT ${take}) l ON true
            WHERE s.handle = ${name} AND ${visiblePerson(viewer, sql`s.id`)}
            ORDER BY l.since DESC, l.id DESC`,
        ),
      ),
    position: ({ since, id }) => ({ at: since, id }),
    present: presentPersonColumns,
  });
}
