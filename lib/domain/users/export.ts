import { type Context, read } from "@/lib/domain/context";
import { LISTED_BUILD, SHOWN_NOTIFICATION, visiblePreview, visibleTo } from "@/lib/domain/visibility";
import { leaseExport, type ExportLease } from "./export-lease";
import { EXPORTS_READING, EXPORT_PAGE_ROWS } from "./rules";

/** A name and what stands under it: a value, or the pages of a list. */
export type ExportEntry = [name: string, value: unknown];

/**
 * Everything that an account has written or gathered, for its owner to take along, read page by page as it is consumed:
 * no snapshot or connection is held in between, so what changes meanwhile may be in it or not. Shows what the account's
 * own lists show. One at a time.
 * @throws `conflict` on the first entry while another export of the account runs.
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

/** A list in the order of an index. $1 is whose it is, and `after` begins it at the position ($2, $3). */
interface List {
  columns: string;
  from: string;
  after: string;
  order: string;
  /** The columns that hold a row's position. */
  at: string;
  id: string;
  pageRows?: number;
}

function listsOf({ door }: Context): Record<string, List> {
  return {
    posts: {
      columns: columnsOf(
        "p",
        "id authorId content audience communityId priceCoins createdAt deletedAt likesCount commentsCount repostsCount viewsCount",
      ),
      from: `"Post" p WHERE p."authorId" = $1 AND p."deletedAt" IS NULL`,
      ...newestFirst("p"),
    },
    comments: {
      columns: columnsOf("c", "id postId authorId parentId content repliesCount createdAt"),
      from: `"Comment" c WHERE c."authorId" = $1`,
      ...newestFirst("c"),
    },
    // By post, as their index has them.
    likes: {
      columns: columnsOf("l", "postId userId createdAt"),
      from: `"Like" l WHERE l."userId" = $1`,
      after: `$2::timestamptz IS NOT NULL AND l."postId" > $3`,
      order: `l."postId"`,
      at: "createdAt",
      id: "postId",
    },
    bookmarks: {
      columns: columnsOf("b", "postId userId createdAt"),
      from: `"Bookmark" b JOIN "Post" p ON p.id = b."postId" WHERE b."userId" = $1 AND ${visibleTo(door, "$1")}`,
      ...newestFirst("b", "createdAt", "postId"),
    },
    following: {
      columns: columnsOf("f", FOLLOW),
      from: `"Follow" f WHERE f."followerId" = $1`,
      ...newestFirst("f", "createdAt", "followeeId"),
    },
    followers: {
      columns: columnsOf("f", FOLLOW),
      from: `"Follow" f WHERE f."followeeId" = $1`,
      ...newestFirst("f", "createdAt", "followerId"),
    },
    coins: {
      columns: `${columnsOf("e", "id userId type")}, e.amount::float8 AS amount, e.balance::float8 AS balance, ${columnsOf("e", "dropId subjectId createdAt")}`,
      from: `"LedgerEntry" e WHERE e."userId" = $1`,
      ...newestFirst("e"),
    },
    drops: {
      columns: columnsOf("d", "id userId seedId nonce bin landedBin amount createdAt"),
      from: `"Drop" d WHERE d."userId" = $1`,
      ...newestFirst("d"),
    },
    builds: {
      columns: columnsOf(
        "b",
        "id slug authorId categorySlug title description readme repoUrl demoUrl technologies price publishedAt updatedAt deletedAt likesCount commentsCount viewsCount",
      ),
      from: `"Build" b WHERE b."authorId" = $1 AND ${LISTED_BUILD}`,
      ...newestFirst("b", "publishedAt"),
      pageRows: EXPORT_PAGE_ROWS.builds,
    },
    notifications: {
      columns: `${columnsOf("n", "id userId actorId type subjectId")}, ${visiblePreview(door, "$1")} AS preview, ${columnsOf("n", "link readAt createdAt")}`,
      from: `"Notification" n WHERE n."userId" = $1 AND ${SHOWN_NOTIFICATION}`,
      ...newestFirst("n"),
    },
  };
}

const FOLLOW = "followerId followeeId createdAt";

function columnsOf(alias: string, names: string): string {
  return names
    .split(" ")
    .map((name) => `${alias}."${name}"`)
    .join(", ");
}

function newestFirst(alias: string, at = "createdAt", id = "id") {
  const columns = [`${alias}."${at}"`, `${alias}."${id}"`];
  return {
    after: `(${columns.join(", ")}) < ($2::timestamptz, $3)`,
    order: columns.map((column) => `${column} DESC`).join(", "),
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
  const statement = `SELECT ${columns} FROM ${from} AND ${after} ORDER BY ${order} LIMIT ${pageRows}`;
  for (let position: unknown[] = ["infinity", ""]; ;) {
    await lease.renew();
    const rows = await inTurn(() =>
      read<Row>(ctx, `export.${name}.${ctx.door}`, statement, [ctx.actor.id, ...position]),
    );
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageRows || !last) return;
    position = [last[at], last[id]];
  }
}

let reading = 0;
const waiting: (() => void)[] = [];

/** However many people export at once, few pages are read at once: the connections are everybody's. */
async function inTurn<T>(readPage: () => Promise<T>): Promise<T> {
  if (reading < EXPORTS_READING) reading += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await readPage();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}
