import { read, type VisitorContext } from "@/lib/domain/kernel/context";
import { literal } from "@/lib/infra/database/sql";
import { MAX_VIOLATIONS, type Violation } from "@/lib/domain/kernel/invariant";
import type { Media } from "@/lib/infra/prisma/client";
import { storage } from "@/lib/infra/storage/storage";
import type { Storage } from "@/lib/infra/storage/store";

const BATCH = 500;
/** Requests to the store at a time. */
const AT_ONCE = 8;

/** Compares every media row with its stored file. Files without a row are left to retention, which removes them. */
export async function auditMedia(
  ctx: VisitorContext,
  files: Storage = storage(),
): Promise<{ images: number; violations: Violation[] }> {
  const violations: Violation[] = [];
  let images = 0;
  for (let last = "", full = true; full && violations.length < MAX_VIOLATIONS;) {
    const rows = await read<StoredRow>(ctx, "media.audit")`
      SELECT id, "storageKey", bytes FROM "Media" WHERE id > ${last} ORDER BY id LIMIT ${literal(BATCH)}`;
    for (let start = 0; start < rows.length; start += AT_ONCE)
      violations.push(...(await compare(ctx, files, rows.slice(start, start + AT_ONCE))));
    images += rows.length;
    last = rows.at(-1)?.id ?? last;
    full = rows.length === BATCH;
  }
  return { images, violations };
}

type StoredRow = Pick<Media, "id" | "storageKey" | "bytes">;

async function compare(ctx: VisitorContext, files: Storage, rows: StoredRow[]): Promise<Violation[]> {
  const found = await Promise.all(
    rows.map(async ({ id, storageKey, bytes }): Promise<Violation[]> => {
      const size = await files.size(storageKey);
      if (size === bytes) return [];
      return [{ subject: id, problem: size === null ? "has no file" : `has a file of ${size} bytes, not ${bytes}` }];
    }),
  );
  const violations = found.flat();
  if (violations.length === 0) return [];
  // A row that was deleted in the meantime has no file any more.
  const there = await read<{ id: string }>(ctx, "media.stillThere")`
    SELECT id FROM "Media" WHERE id = ANY (${violations.map(({ subject }) => subject)}::text[])`;
  return violations.filter(({ subject }) => there.some(({ id }) => id === subject));
}
