import { beat } from "@/lib/domain/presence/commands";
import { countOnline, listActiveFriends, listFriends } from "@/lib/domain/presence/queries";
import { activeFriendList, friendList, heartbeat, onlineCount } from "@/lib/domain/presence/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** What there was before the pulse, and still works (4.10, rule 7). */
export const presence = {
  heartbeat: appEndpoint("POST /api/presence/heartbeat", {
    writes: null,
    summary: "Say that you are there",
    budget: "pulse",
    budgetPer: "user",
    whenLimited: { ok: true },
    returns: heartbeat,
    run: async (ctx) => {
      await beat(ctx);
      return { ok: true as const };
    },
  }),
  friends: appEndpoint("GET /api/presence/friends", {
    summary: "Whom you follow who is online",
    returns: friendList,
    run: async (ctx) => ({ friends: await listFriends(ctx) }),
  }),
  activeFriends: appEndpoint("GET /api/friends/active", {
    summary: "Which of your mutual follows is doing something",
    returns: activeFriendList,
    run: async (ctx) => ({ friends: await listActiveFriends(ctx) }),
  }),
  onlineCount: appEndpoint("GET /api/presence/online-count", {
    summary: "How many people are online",
    session: "none",
    budget: "costly",
    cacheControl: "public, max-age=30",
    returns: onlineCount,
    run: async (ctx) => ({ count: await countOnline(ctx) }),
  }),
};
