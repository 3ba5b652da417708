import type { Invariant } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const SCHEDULED_POST_INVARIANTS: readonly Invariant[] = [
  {
    description: "images are kept for scheduled posts that there are, of the same account",
    violations: sql`
      SELECT m.id AS subject, 'is kept for a scheduled post that its owner does not have' AS problem FROM "Media" m
       WHERE m."scheduledPostId" IS NOT NULL AND NOT EXISTS (
         SELECT FROM "ScheduledPost" s WHERE s.id = m."scheduledPostId" AND s."authorId" = m."ownerId")`,
  },
  {
    description: "scheduled posts have text or images",
    violations: sql`
      SELECT s.id AS subject, 'has neither text nor images' AS problem FROM "ScheduledPost" s
       WHERE s.content = '' AND NOT EXISTS (SELECT FROM "Media" m WHERE m."scheduledPostId" = s.id)`,
  },
];
