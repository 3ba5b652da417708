import { type Context, read } from "@/lib/domain/context";
import { leaseExport, type ExportLease } from "./export-lease";
import type { ExportList, RowPosition } from "./export-list";
import { exportLists } from "./export-lists";
import { EXPORTS_READING, EXPORT_PAGE_ROWS } from "./rules";
import { processShare } from "@/lib/infra/process/supervisor";
import { sql } from "@/lib/infra/database/sql";

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
    yield ["account", await exportedAccount(ctx)];
    for (const [name, list] of Object.entries(exportLists(ctx))) yield [name, exportedPages(ctx, lease, name, list)];
  } finally {
    await lease.release();
  }
}

export function exportedAccount({ db, actor }: Context) {
  return db.user.findUniqueOrThrow({ where: { id: actor.id }, select: ACCOUNT });
}

const ACCOUNT = {
  id: true,
  handle: true,
  name: true,
  email: true,
  emailVerifiedAt: true,
  image: true,
  bio: true,
  role: true,
  tier: true,
  presenceVisibility: true,
  dismissedAnnouncements: true,
  handleChosen: true,
  suspendedAt: true,
  suspendedUntil: true,
  limitedAt: true,
  createdAt: true,
  xp: true,
  followersCount: true,
  followingCount: true,
  postsCount: true,
  publicPostsCount: true,
} as const;

type Row = Record<string, unknown>;

/** Yields a list page by page, as it is consumed. */
export async function* exportedPages(
  ctx: Context,
  lease: ExportLease,
  name: string,
  { columns, from, after, order, at, id, pageRows = EXPORT_PAGE_ROWS.most }: ExportList,
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
  if (reading < processShare(EXPORTS_READING)) reading += 1;
  else await new Promise<void>((begin) => waiting.push(begin));
  try {
    return await readPage();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading -= 1;
  }
}
