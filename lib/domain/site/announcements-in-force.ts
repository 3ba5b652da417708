import { sql } from "@/lib/infra/database/sql";

/** The Prisma condition for an announcement in force: it has neither expired nor been ended. */
export const inForce = ({ now }: { now: Date }) => ({ endedAt: null, OR: [{ until: null }, { until: { gt: now } }] });

/** The same condition in SQL, on an `Announcement` named `a`. */
export const IN_FORCE = sql`a."endedAt" IS NULL AND (a.until IS NULL OR a.until > now())`;
