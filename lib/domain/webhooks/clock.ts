import { Prisma } from "@/lib/infra/prisma/client";

/**
 * The database's time. What is due and who holds it is told by this clock alone: those of machines differ, and jump.
 * Whole milliseconds, as columns keep them; rounded up, now would not have come yet.
 */
export const NOW = Prisma.sql`date_trunc('milliseconds', now())`;

/** So much later than now. */
export function nowPlus(ms: number): Prisma.Sql {
  return Prisma.sql`${NOW} + ${ms}::float8 * interval '1 millisecond'`;
}
