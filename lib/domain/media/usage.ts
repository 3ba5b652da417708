import { type Context, read } from "@/lib/domain/context";
import { literal } from "@/lib/infra/database/sql";

/** Our choice: beyond this many images, the totals are estimates. */
const MAX_SUMMED = 100_000;

/** The storage that uploaded images take. */
export interface MediaUsage {
  files: number;
  bytes: number;
  isEstimate: boolean;
}

/** Returns the number and total size of images; beyond `MAX_SUMMED`, the planner's estimate. */
export async function readMediaUsage(ctx: Context): Promise<MediaUsage> {
  const [row] = await read<{ files: number; bytes: number; estimated: number }>(ctx, "media.usage")`
    SELECT count(*)::float8 AS files, COALESCE(sum(bytes), 0)::float8 AS bytes,
      (SELECT reltuples FROM pg_class WHERE oid = '"Media"'::regclass)::float8 AS estimated
    FROM (SELECT bytes FROM "Media" LIMIT ${literal(MAX_SUMMED)}) m`;
  const { files, bytes, estimated } = row!;
  if (files < MAX_SUMMED || estimated <= files) return { files, bytes, isEstimate: files === MAX_SUMMED };
  return { files: estimated, bytes: Math.round((bytes / files) * estimated), isEstimate: true };
}
