import type { Context } from "@/lib/domain/context";
import { storage } from "@/lib/infra/storage/storage";
import { exportedAccount, exportedPages } from "./export";
import { type ExportLease, leaseExport } from "./export-lease";
import { exportLists, mediaFiles } from "./export-lists";

/** A file of an account's archive. */
type ArchivedFile = { name: string; modifiedAt: Date } & (
  { json: unknown } | { pages: AsyncIterable<readonly unknown[]> } | { bytes: AsyncIterable<Uint8Array<ArrayBuffer>> }
);

/**
 * Yields the files of an account's archive: each entry of `exportAccount` as a file, and every image. Shares its limits
 * and its lease.
 * @throws DomainError `conflict` on the first file while another export of the account runs
 */
export async function* exportArchive(ctx: Context): AsyncGenerator<ArchivedFile, void> {
  const lease = await leaseExport(ctx);
  const modifiedAt = ctx.now;
  try {
    yield { name: "account.json", modifiedAt, json: { exportedAt: ctx.now, ...(await exportedAccount(ctx)) } };
    for (const [name, list] of Object.entries(exportLists(ctx)))
      yield { name: `${name}.json`, modifiedAt, pages: exportedPages(ctx, lease, name, list) };
    for await (const page of exportedPages(ctx, lease, "mediaFiles", mediaFiles(ctx)))
      for (const row of page) {
        const { id, contentType, storageKey, createdAt } = row as unknown as MediaFile;
        const file = await storage().open(storageKey);
        if (!file) continue;
        const name = `media/${id}.${contentType.replace("image/", "")}`;
        yield { name, modifiedAt: new Date(createdAt), bytes: leased(lease, file) };
      }
  } finally {
    await lease.release();
  }
}

interface MediaFile {
  id: string;
  contentType: string;
  storageKey: string;
  createdAt: Date;
}

/** Renews the lease while a slow reader takes a large image. */
async function* leased(lease: ExportLease, file: ReadableStream<Uint8Array<ArrayBuffer>>) {
  for await (const piece of file) {
    await lease.renew();
    yield piece;
  }
}
