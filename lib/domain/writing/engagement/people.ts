import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { type Joined, underSubject } from "@/lib/domain/kernel/subject";
import { visibleProfile, visibleTo } from "@/lib/domain/kernel/visibility";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import type { Person } from "@/lib/domain/accounts/users/schema";
import { listedColumns, type ListedRow, presentListed } from "@/lib/domain/people/directory/queries";
import type { ListedPerson } from "@/lib/domain/people/directory/schema";
import { type Sql, sql } from "@/lib/infra/database/sql";

type OfPost = PageRequest & { id: string };

/** Lists who likes a post, the latest first, to everybody who may see it. */
export const listLikers = (ctx: VisitorContext, request: OfPost) => listPeople(ctx, "likes", request);
export const listReposters = (ctx: VisitorContext, request: OfPost) => listPeople(ctx, "reposts", request);

/** Lists who likes a post as the site shows people: with bio and whether the viewer follows them. */
export const listLikersOf = (ctx: VisitorContext, request: OfPost) => listOnSite(ctx, "likes", request);
export const listRepostersOf = (ctx: VisitorContext, request: OfPost) => listOnSite(ctx, "reposts", request);

const TABLES = { likes: sql`"Like"`, reposts: sql`"Repost"` };
type Marks = keyof typeof TABLES;

function listPeople(ctx: VisitorContext, marks: Marks, request: OfPost): Promise<Page<Person>> {
  return markPage<PersonColumns & MarkKey, Person>(ctx, request, {
    marks,
    name: "people",
    columns: personColumns("u"),
    present: presentPersonColumns,
  });
}

function listOnSite(ctx: VisitorContext, marks: Marks, request: OfPost): Promise<Page<ListedPerson>> {
  return markPage<ListedRow & MarkKey, ListedPerson>(ctx, request, {
    marks,
    name: "listed",
    columns: listedColumns(ctx.actor?.id ?? ""),
    present: presentListed(ctx),
  });
}

type MarkKey = { id: string; since: Date };

interface MarkPage<Row, T> {
  marks: Marks;
  name: "people" | "listed";
  columns: Sql;
  present(row: Row): T;
}

function markPage<Row extends MarkKey, T>(
  ctx: VisitorContext,
  { id, ...request }: OfPost,
  { marks, name, columns, present }: MarkPage<Row, T>,
): Promise<Page<T>> {
  const viewerId = ctx.actor?.id ?? "";
  return paginate<Row, T>(request, {
    list: [name, marks, id],
    rows: async (after, take) =>
      underSubject(
        await read<Joined<Row>>(ctx, `engagement.${name}.${marks}.${ctx.channel}`)`
          SELECT l.* FROM "Post" p LEFT JOIN LATERAL (
           SELECT m."userId" AS id, m."createdAt" AS since, ${columns}
             FROM ${TABLES[marks]} m JOIN "User" u ON u.id = m."userId"
            WHERE m."postId" = p.id AND (m."createdAt", m."userId") < (${after.at}::timestamptz, ${after.id})
              AND ${visibleProfile(viewerId)}
            ORDER BY m."createdAt" DESC, m."userId" DESC LIMIT ${take}) l ON true
          WHERE p.id = ${id} AND ${visibleTo(ctx.channel, viewerId)} ORDER BY l.since DESC, l.id DESC`,
      ),
    position: ({ since, id }) => ({ at: since, id }),
    present,
  });
}
