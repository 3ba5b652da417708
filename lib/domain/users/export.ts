import { type Context, read } from "@/lib/domain/context";
import { LISTED_BUILD, SHOWN_NOTIFICATION, visiblePreview, visibleTo } from "@/lib/domain/visibility";
import { leaseExport, type ExportLease } from "./export-lease";
import { EXPORTS_READING, EXPORT_PAGE_ROWS } from "./rules";
import { workerShare } from "@/lib/infra/supervisor";
import { joined, literal, type Sql, sql } from "@/lib/infra/sql";

/** A name and its content: a value, or the pages of a list. */
export type ExportEntry = [name: string, value: unknown];

/**
 * Yields everything that an account has written or collected, read page by page as it is consumed. Holds no snapshot or
 * connection in between, so concurrent changes may or may not be included. Contains what the account's own lists show.
 * One at a time.
 * @throws DomainError `conflict` on the first entry while another export of the account runs
 */
export async function* exportAccount(ctx: Context): AsyncGenerator<ExportEntry, void> {
  const lease = await leaseExport(ctx);
  try {
    yield ["exportedAt", ctx.now.toISOString()];
    yield ["account", await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id }, select: ACCOUNT })];
    for (const [name, list] of Object.entries(listsOf(ctx))) yield [name, pagesOf(ctx, lease, name, list)];
  } finally {
    await lease.release();
  }
}

const ACCOUNT = {
  id: true,
  handle: true,
  name: true,
  email: true,
  image: true,
  bio: true,
  role: true,
  tier: true,
  presenceVisibility: true,
  handleChosen: true,
  suspendedAt: true,
  createdAt: true,
  xp: true,
  followersCount: true,
  followingCount: true,
  postsCount: true,
  publicPostsCount: true,
} as const;

/** A list of one account, in the order of an index. */
interface List {
  columns: Sql;
  from: Sql;
  /** The condition for rows after a position. */
  after(position: RowPosition): Sql;
  order: Sql;
  /** The columns of a row's position. */
  at: string;
  id: string;
  pageRows?: number;
}

/** The values of a row's columns `at` and `id`. */
type RowPosition = readonly [at: unknown, id: unknown];

function listsOf({ channel, actor }: Context): Record<string, List> {
  return {
    posts: {
      columns: columnsOf(
        "p",
        "id authorId content audience communityId priceCoins createdAt deletedAt likesCount commentsCount repostsCount viewsCount",
      ),
      from: sql`"Post" p WHERE p."authorId" = ${actor.id} AND p."deletedAt" IS NULL`,
      ...newestFirst("p"),
    },
    comments: {
      columns: columnsOf("c", "id postId authorId parentId content repliesCount createdAt"),
      from: sql`"Comment" c WHERE c."authorId" = ${actor.id}`,
      ...newestFirst("c"),
    },
    // By post, like their index.
    likes: {
      columns: columnsOf("l", "postId userId createdAt"),
      from: sql`"Like" l WHERE l."userId" = ${actor.id}`,
      after: ([, id]) => sql`l."postId" > ${id}`,
      order: sql`l."postId"`,
      at: "createdAt",
      id: "postId",
    },
    bookmarks: {
      columns: columnsOf("b", "postId userId createdAt"),
      from: sql`"Bookmark" b JOIN "Post" p ON p.id = b."postId"
        WHERE b."userId" = ${actor.id} AND ${visibleTo(channel, actor.id)}`,
      ...newestFirst("b", "createdAt", "postId"),
    },
    following: {
      columns: columnsOf("f", FOLLOW),
      from: sql`"Follow" f WHERE f."followerId" = ${actor.id}`,
      ...newestFirst("f", "createdAt", "followeeId"),
    },
    followers: {
      columns: columnsOf("f", FOLLOW),
      from: sql`"Follow" f WHERE f."followeeId" = ${actor.id}`,
      ...newestFirst("f", "createdAt", "followerId"),
    },
    coins: {
      columns: sql`${columnsOf("e", "id userId type")}, e.amount::float8 AS amount, e.balance::float8 AS balance, ${columnsOf("e", "dropId subjectId createdAt")}`,
      from: sql`"LedgerEntry" e WHERE e."userId" = ${actor.id}`,
      ...newestFirst("e"),
    },
    drops: {
      columns: columnsOf("d", "id userId seedId nonce bin landedBin amount createdAt"),
      from: sql`"Drop" d WHERE d."userId" = ${actor.id}`,
      ...newestFirst("d"),
    },
    roomMessages: {
      columns: columnsOf("m", "id roomId userId content replyToId createdAt"),
      from: sql`"RoomMessage" m WHERE m."userId" = ${actor.id} AND m.kind = 'message' AND m."deletedAt" IS NULL`,
      ...newestFirst("m"),
    },
    builds: {
      columns: columnsOf(
        "b",
        "id slug authorId categorySlug title description readme repoUrl demoUrl technologies price publishedAt updatedAt deletedAt likesCount commentsCount viewsCount",
      ),
      from: sql`"Build" b WHERE b."authorId" = ${actor.id} AND ${LISTED_BUILD}`,
      ...newestFirst("b", "publishedAt"),
      pageRows: EXPORT_PAGE_ROWS.builds,
    },
    notifications: {
      columns: sql`${columnsOf("n", "id userId actorId type subjectId")}, ${visiblePreview(channel, actor.id)} AS preview, ${columnsOf("n", "link postId buildId roomMessageId readAt createdAt")}`,
      from: sql`"Notification" n WHERE n."userId" = ${actor.id} AND ${SHOWN_NOTIFICATION}`,
      ...newestFirst("n"),
    },
  };
}

const FOLLOW = "followerId followeeId createdAt";

function columnsOf(alias: string, names: string): Sql {
  return literal(
    names
      .split(" ")
      .map((name) => `${alias}."${name}"`)
      .join(", "),
  );
}

function newestFirst(alias: string, at = "createdAt", id = "id") {
  const columns = [literal(`${alias}."${at}"`), literal(`${alias}."${id}"`)];
  return {
    after: ([afterAt, afterId]: RowPosition) => sql`(${joined(columns, ", ")}) < (${afterAt}::timestamptz, ${afterId})`,
    order: joined(
      columns.map((column) => sql`${column} DESC`),
      ", ",
    ),
    at,
    id,
  };
}

type Row = Record<string, unknown>;

async function* pagesOf(
  ctx: Context,
  lease: ExportLease,
  name: string,
  { columns, from, after, order, at, id, pageRows = EXPORT_PAGE_ROWS.most }: List,
): AsyncGenerator<Row[], void> {
  for (let position: RowPosition = ["infinity", ""]; ;) {
    await lease.renew();
    const statement = sql`SELECT ${columns} FROM ${from} AND ${after(position)} ORDER BY ${order} LIMIT ${pageRows}`;
    const rows = await withPagePermit(() => read<Row>(ctx, `export.${name}.${ctx.channel}`, statement));
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageRows || !last) return;
    position = [last[at], last[id]];
  }
}

let reading = 0;
const waiting: (() => void)[] = [];

/** Bounds how many pages all exports read at once, because they share the connections with everybody. */
async function withPagePermit<T>(readPage: () => Promise<T>): Promise<T> {
  if (reading < workerShare(EXPORTS_READING)) reading += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await readPage();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}
