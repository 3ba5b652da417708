import { sql } from "@/lib/infra/database/sql";

/** An announcement is in force until its time is over or somebody ends it: the condition in Prisma's words. */
export const inForce = ({ now }: { now: Date }) => ({ endedAt: null, OR: [{ until: null }, { until: { gt: now } }] });

/** The same condition in SQL, on an `Announcement` named `a`. */
export const IN_FORCE = sql`a."endedAt" IS NULL AND (a.until IS NULL OR a.until > now())`;
