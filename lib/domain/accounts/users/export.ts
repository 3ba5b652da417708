import { type Context, read, idFor, write } from "@/lib/domain/kernel/context";
import { type ExportList, type RowPosition, exportLists, mediaFiles, outbox } from "./export-lists";
import {
  type ArchivedPerson,
  type ArchivedPost,
  CONTEXT,
  creationOf,
  personOf,
} from "@/lib/domain/accounts/archive/activity-streams";
import { imageFile, MANIFEST_FILE, SIGNATURE_FILE } from "@/lib/domain/accounts/archive/rules";
import type { FileDigest } from "@/lib/domain/accounts/archive/schema";
import { manifestOf, signManifest } from "@/lib/domain/accounts/archive/signing";
import { EXPORTS_READING, EXPORT_PAGE_ROWS, EXPORT_LEASE_MS } from "./rules";
import { processShare } from "@/lib/infra/process/supervisor";
import { sql } from "@/lib/infra/database/sql";
import { DomainError } from "@/lib/domain/kernel/errors";
import type { Media } from "@/lib/infra/prisma/client";
import { storage } from "@/lib/infra/storage/storage";

/** A name and its content: a value, or the pages of a list. */
type ExportEntry = [name: string, value: unknown];

/**
 * Yields everything that an account has written or collected, read page by page as it is consumed. Holds neither
 * snapshot nor connection in between, so concurrent changes may or may not be included. Contains what the account's own
 * lists show. One export per account at a time.
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

const ACCOUNT = sql`
  id, handle, name, email, "emailVerifiedAt", image, bio, role, tier, "presenceVisibility", quotes, automated,
  "dismissedAnnouncements", "mutedNotifications", "mutedPushes", "quietFrom", "quietUntil", "timeZone", "handleChosen", "suspendedAt", "suspendedUntil", "limitedAt", "createdAt", xp, achievements,
  "followersCount", "followingCount", "postsCount", "publicPostsCount",
  (SELECT jsonb_build_object('hour', d.hour, 'mutedKinds', d."mutedKinds") FROM "Digest" d
    WHERE d."userId" = "User".id) AS digest`;

async function exportedAccount(ctx: Context): Promise<Row> {
  const [account] = await read<Row>(ctx, "export.account")`SELECT ${ACCOUNT} FROM "User" WHERE id = ${ctx.actor.id}`;
  return account!;
}

type Row = Record<string, unknown>;

async function* exportedPages(
  ctx: Context,
  lease: ExportLease,
  name: string,
  { columns, from, after, order, at, id, pageRows = EXPORT_PAGE_ROWS.most }: ExportList,
): AsyncGenerator<Row[], void> {
  for (let position: RowPosition = ["infinity", ""]; ;) {
    await lease.renew();
    const statement = sql`SELECT ${columns} FROM ${from} AND ${after(position)} ORDER BY ${order} LIMIT ${pageRows}`;
    const rows = await withPagePermit(() => read<Row>(ctx, `export.${name}.${ctx.channel}`)`${statement}`);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (rows.length < pageRows || !last) return;
    position = [last[at], last[id]];
  }
}

let reading = 0;
const waiting: (() => void)[] = [];

/** Limits how many pages all exports read at once, because they share connections with all requests. */
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

/** The exclusive right to export an account. Expires if its process dies. */
interface ExportLease {
  /** Called between pages. @throws DomainError `conflict` if it expired and another export began */
  renew(): Promise<void>;
  release(): Promise<void>;
}

/** @throws DomainError `conflict` while another export of the account runs, on any instance */
async function leaseExport(ctx: Context): Promise<ExportLease> {
  const { id: userId } = ctx.actor;
  const token = idFor(ctx, "exp");
  const lifetime = `${EXPORT_LEASE_MS} milliseconds`;
  const taken = await write(ctx, "export.lease")`
    INSERT INTO "ExportLease" ("userId", token, "expiresAt")
    VALUES (${userId}, ${token}, now() + ${lifetime}::interval)
    ON CONFLICT ("userId") DO UPDATE SET token = EXCLUDED.token, "expiresAt" = EXCLUDED."expiresAt"
     WHERE "ExportLease"."expiresAt" < now()`;
  if (taken === 0) {
    throw new DomainError("conflict", "Your data is being downloaded already. Wait until that is done, or stop it.", {
      retryAfterSeconds: EXPORT_LEASE_MS / 1000,
    });
  }
  let renewedAt = Date.now();
  return {
    async renew() {
      if (Date.now() - renewedAt < EXPORT_LEASE_MS / 8) return;
      const held = await write(ctx, "export.renew")`
        UPDATE "ExportLease" SET "expiresAt" = now() + ${lifetime}::interval
        WHERE "userId" = ${userId} AND token = ${token}`;
      if (held === 0) throw new Error("another export of the account took over");
      renewedAt = Date.now();
    },
    async release() {
      await write(ctx, "export.release")`DELETE FROM "ExportLease" WHERE "userId" = ${userId} AND token = ${token}`;
    },
  };
}

type ArchivedFile = { name: string; modifiedAt: Date } & (
  | { json: unknown }
  | { pages: AsyncIterable<readonly unknown[]> }
  | { entries: AsyncIterable<ExportEntry> }
  | { bytes: AsyncIterable<Uint8Array<ArrayBuffer>> }
  | { sealing(files: readonly FileDigest[]): Promise<string> }
);

/**
 * Yields each entry of `exportAccount` as a file, the account and its posts as ActivityStreams, every image, and last a
 * signed manifest of all of them. Shares its limits and its lease.
 * @throws DomainError `conflict` on the first file while another export of the account runs
 */
export async function* exportArchive(ctx: Context): AsyncGenerator<ArchivedFile, void> {
  const lease = await leaseExport(ctx);
  const modifiedAt = ctx.now;
  try {
    const account = await exportedAccount(ctx);
    yield { name: "account.json", modifiedAt, json: { exportedAt: ctx.now, ...account } };
    for (const [name, list] of Object.entries(exportLists(ctx)))
      yield { name: `${name}.json`, modifiedAt, pages: exportedPages(ctx, lease, name, list) };
    const person = account as unknown as ArchivedPerson;
    yield { name: "activitystreams/actor.json", modifiedAt, json: personOf(person) };
    yield { name: "activitystreams/outbox.json", modifiedAt, entries: outboxOf(ctx, lease, person) };
    for await (const page of exportedPages(ctx, lease, "mediaFiles", mediaFiles(ctx)))
      for (const row of page) {
        const { storageKey, createdAt, ...image } = row as unknown as Media;
        const file = await storage().open(storageKey);
        if (file) yield { name: imageFile(image), modifiedAt: new Date(createdAt), bytes: leased(lease, file) };
      }
    yield* sealed(ctx);
  } finally {
    await lease.release();
  }
}

/** Yields the account's posts as an ordered collection, page by page. */
async function* outboxOf(
  ctx: Context,
  lease: ExportLease,
  { handle }: ArchivedPerson,
): AsyncGenerator<ExportEntry, void> {
  yield ["@context", CONTEXT];
  yield ["type", "OrderedCollection"];
  let posts = 0;
  async function* creations() {
    for await (const page of exportedPages(ctx, lease, "outbox", outbox(ctx))) {
      posts += page.length;
      yield page.map((row) => creationOf(handle, row as unknown as ArchivedPost));
    }
  }
  yield ["orderedItems", creations()];
  yield ["totalItems", posts];
}

/** Yields the manifest of the files before it, and its signature. */
async function* sealed(ctx: Context): AsyncGenerator<ArchivedFile, void> {
  const modifiedAt = ctx.now;
  let manifest = "";
  const list = async (files: readonly FileDigest[]) => (manifest = JSON.stringify(manifestOf(ctx, files), null, 2));
  yield { name: MANIFEST_FILE, modifiedAt, sealing: list };
  const sign = async () => JSON.stringify(await signManifest(ctx, manifest), null, 2);
  yield { name: SIGNATURE_FILE, modifiedAt, sealing: sign };
}

/** Renews the lease while a slow reader takes a large image. */
async function* leased(lease: ExportLease, file: ReadableStream<Uint8Array<ArrayBuffer>>) {
  for await (const piece of file) {
    await lease.renew();
    yield piece;
  }
}
