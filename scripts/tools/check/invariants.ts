import { BUILD_INVARIANTS } from "@/lib/domain/builds/audit";
import { ENGAGEMENT_INVARIANTS } from "@/lib/domain/engagement/audit";
import { EVENT_INVARIANTS } from "@/lib/domain/events/audit";
import { GRAPH_INVARIANTS } from "@/lib/domain/graph/audit";
import { SAFETY_INVARIANTS } from "@/lib/domain/safety/audit";
import type { Invariant } from "@/lib/domain/invariant";
import { LIVE_INVARIANTS } from "@/lib/domain/live/audit";
import { POST_INVARIANTS } from "@/lib/domain/posts/audit";
import { REQUEST_LOG_INVARIANTS } from "@/lib/domain/request-log/audit";
import { ROOM_INVARIANTS } from "@/lib/domain/rooms/audit";
import { OUTBOX_INVARIANTS } from "@/lib/domain/webhooks/audit";

/** Invariants that hold at every moment, because each act and all it causes is one transaction. */
export const INVARIANTS: readonly Invariant[] = [
  ...POST_INVARIANTS,
  ...ENGAGEMENT_INVARIANTS,
  ...GRAPH_INVARIANTS,
  ...SAFETY_INVARIANTS,
  ...BUILD_INVARIANTS,
  ...ROOM_INVARIANTS,
  ...EVENT_INVARIANTS,
  ...OUTBOX_INVARIANTS,
  ...LIVE_INVARIANTS,
  ...REQUEST_LOG_INVARIANTS,
];
