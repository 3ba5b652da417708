import { liveQuery } from "@/lib/domain/live/schema";
import { eventsOperation } from "@/lib/http/streamed-operation";
import { liveHub } from "@/lib/live/start";

export const live = eventsOperation("GET /api/live", {
  summary: "Stream live events",
  description: "Server-sent events of rooms and of your own account (docs/contract.md#live-updates).",
  budget: "live",
  query: liveQuery,
  run: (ctx, input) => liveHub().open(ctx, input),
});
