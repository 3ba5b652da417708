import { type Invariant, storedCount } from "@/lib/domain/kernel/invariant";
import { sql } from "@/lib/infra/database/sql";

export const ROOM_INVARIANTS: readonly Invariant[] = [
  storedCount("Room", "membersCount", sql`SELECT "roomId" AS id, count(*) FROM "RoomMember" GROUP BY 1`),
];
