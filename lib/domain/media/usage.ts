import { type Context, read } from "@/lib/domain/context";
import { literal, sql } from "@/lib/infra/sql";

/** Our choice: with more images than that their sum is an estimate. */
const MAX_SUMMED = 100_000;

/** What uploaded images take up. */
export interface MediaUsage {
  files: number;
  bytes: number;
  isEstimate: boolean;
}

/** Returns how many images there are and how large they are; of very many an estimate by the planner's statistics. */
export async function readMediaUsage(ctx: Context): Promise<MediaUsage> {
  const [row] = await read<{ files: number; bytes: number; estimated: number }>(
    ctx,
    "media.usage",
    sql`SELECT count(*)::float8 AS files, COALESCE(sum(bytes), 0)::float8 AS bytes,
        (SELECT reltuples FROM pg_class WHERE oid = '"Media"'::regclass)::float8 AS estimated
      FROM (SELECT bytes FROM "Media" LIMIT ${literal(MAX_SUMMED)}) m`,
  );
  const { files, bytes, estimated } = row!;
  if (files < MAX_SUMMED || estimated <= files) return { files, bytes, isEstimate: files === MAX_SUMMED };
  return { files: estimated, bytes: Math.round((bytes / files) * estimated), isEstimate: true };
}
