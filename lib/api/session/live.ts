import { liveQuery } from "@/lib/domain/consequences/live/schema";
import { eventsOperation } from "@/lib/http/streamed-operation";
import { liveHub } from "@/lib/live/start";

export const live = eventsOperation("GET /api/live", {
  budget: "live",
  query: liveQuery,
  run: (ctx, input) => liveHub().open(ctx, input),
});
