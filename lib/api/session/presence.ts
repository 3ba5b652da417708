import { recordOnline, pulse as runPulse } from "@/lib/domain/people/presence/commands";
import { countOnline, listActiveFriends, listFriends } from "@/lib/domain/people/presence/queries";
import {
  activeFriendList,
  friendList,
  heartbeat,
  onlineCount,
  pulseAnswer,
  pulseQuery,
} from "@/lib/domain/people/presence/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Superseded by the pulse and kept for existing clients (docs/contract.md#presence). */
export const presence = {
  heartbeat: sessionOperation("POST /api/presence/heartbeat", {
    writes: null,
    budget: "pulse",
    budgetPer: "user",
    whenLimited: { ok: true },
    returns: heartbeat,
    run: async (ctx) => {
      await recordOnline(ctx);
      return { ok: true as const };
    },
  }),
  friends: sessionOperation("GET /api/presence/friends", {
    returns: friendList,
    run: async (ctx) => ({ friends: await listFriends(ctx) }),
  }),
  activeFriends: sessionOperation("GET /api/friends/active", {
    returns: activeFriendList,
    run: async (ctx) => ({ friends: await listActiveFriends(ctx) }),
  }),
  onlineCount: sessionOperation("GET /api/presence/online-count", {
    session: "none",
    budget: "costly",
    cacheControl: "public, max-age=30",
    returns: onlineCount,
    run: async (ctx) => ({ count: await countOnline(ctx) }),
  }),
};

/** A tab that polls too often gets an empty response instead of an error (docs/contract.md#presence). */
export const pulse = sessionOperation("POST /api/pulse", {
  writes: null,
  budget: "pulse",
  budgetPer: "user",
  whenLimited: { ok: true, throttled: true },
  body: pulseQuery,
  returns: pulseAnswer,
  run: runPulse,
});
