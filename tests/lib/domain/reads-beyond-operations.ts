import { findFeatured, getArticleHtml, getBlogAuthor, listNewsCategories } from "@/lib/domain/articles/editorial";
import { listCategoryCounts, listTechnologies } from "@/lib/domain/builds/catalogue";
import { getBuildPage } from "@/lib/domain/builds/queries";
import { findEntry } from "@/lib/domain/coins/queries";
import type { Context } from "@/lib/domain/context";
import { countOnPost, findPost } from "@/lib/domain/engagement/seen-post";
import { getDuel, getRankedLeaderboard } from "@/lib/domain/duels/queries";
import { eventsAfter, newEvents, topicPositions } from "@/lib/domain/live/queries";
import { notificationsById } from "@/lib/domain/notifications/queries";
import { countUnreadOf } from "@/lib/domain/notifications/unread";
import { noteReaders } from "@/lib/domain/rooms/presence";
import { findMessage } from "@/lib/domain/rooms/queries";
import { findOwnStanding, listStandings } from "@/lib/domain/leaderboards/standings";
import { attachMedia, rejectOverQuota } from "@/lib/domain/media/commands";
import { openImage } from "@/lib/domain/media/queries";
import { isFollowing, listSuggestions } from "@/lib/domain/people/queries";
import { searchPeople } from "@/lib/domain/search/queries";
import { getTimelinePost } from "@/lib/domain/timeline/queries";
import { getPublicProfile } from "@/lib/domain/users/profile";
import { followUser } from "@/lib/domain/graph/commands";
import { blockUser, muteUser } from "@/lib/domain/safety/commands";
import { findBlocked } from "@/lib/domain/safety/queries";
import { newToken } from "@/lib/domain/apps/secrets";
import { revokeToken } from "@/lib/domain/apps/tokens";
import { randomBytes } from "@/lib/domain/random";
import { summarizeAppRequests } from "@/lib/domain/request-log/queries";
import { findAccessToken } from "@/lib/domain/apps/queries";
import { findSandbox } from "@/lib/domain/sandboxes/queries";
import { findKeyByHash } from "@/lib/domain/keys/queries";
import { findDueEndpoints, findOverdueEndpoints } from "@/lib/domain/webhooks/delivery/due";
import { listDeliveries, listDeliverySummaries, listEndpointOverviews } from "@/lib/domain/webhooks/queries";
import { findSession, openSessions } from "@/lib/domain/users/sessions";
import { getViewer } from "@/lib/domain/users/viewer";
import {
  findLinkedActor,
  findOnRoster,
  getVisibleGuild,
  listGuildStandings,
  listProfileGuilds,
} from "@/lib/domain/guilds/queries";
import { newPerson } from "@/tests/support/people";
import { listAddresses } from "@/lib/domain/addresses/sitemap";
import { playDuel } from "./duels/players";
import { moderate } from "./moderation/every-statement";
import { register } from "./webhooks/owner";

/** Runs the reads of pages, sign-in and transactions. */
export async function askBeyondOperations(ctx: Context, { id, handle }: { id: string; handle: string }): Promise<void> {
  await findKeyByHash("none");
  await findAccessToken("none");
  await findSandbox("none");
  await revokeToken(ctx, { id: "none" } as never, { token: newToken("access", randomBytes) });
  const registered = { name: "Mirror", redirectUris: ["https://app.example/"], ownerId: ctx.actor.id };
  const { id: appId } = await ctx.db.app.create({ data: { ...registered, id: "app_reads", createdAt: ctx.now } });
  await summarizeAppRequests(ctx, { id: appId, per: "hour" });
  await findSession("none", ctx.now);
  await openSessions(["none"], ctx.now);
  const { id: endpointId } = await register(ctx, "https://example.com/");
  await listDeliveries(ctx, { id: endpointId, limit: 5 });
  await listDeliverySummaries(ctx, { id: endpointId, limit: 5 });
  await findDueEndpoints(ctx, "a worker");
  await findOverdueEndpoints(ctx, 0);
  await findPost(ctx, id);
  await listAddresses(ctx);
  await listNewsCategories(ctx);
  await findFeatured(ctx);
  await listCategoryCounts(ctx);
  await listTechnologies(ctx, { limit: 5 });
  await findEntry(ctx, "none");
  await listStandings(ctx, "plinko", 5);
  await findOwnStanding(ctx, "plinko");
  await listSuggestions(ctx, { limit: 5 });
  await isFollowing(ctx, { id: "none" });
  await searchPeople(ctx, { q: "zebra", limit: 5 });
  await getTimelinePost(ctx, { id });
  await getPublicProfile(ctx, { handle });
  await getViewer(ctx);
  await countOnPost(ctx, "likes", { id, step: 1 });
  await getDuel(ctx, { id: await playDuel(ctx, await newPerson()) });
  await getRankedLeaderboard(ctx, { game: "duel" });
  await topicPositions(ctx, ["user:none"]);
  await newEvents(ctx, [{ topic: "user:none", seq: 0 }]);
  await eventsAfter(ctx, { topic: "user:none", seq: 0 });
  await notificationsById(ctx, ["none"]);
  await countUnreadOf(ctx, ["none"]);
  await noteReaders(ctx, []);
  await findMessage(ctx, { id: "none" }, "none");
  await listEndpointOverviews(ctx);
  await rejectOverQuota(ctx);
  await getVisibleGuild(ctx, "1").catch(() => undefined);
  await listGuildStandings(ctx, { id: "1", game: "plinko", limit: 1 });
  await listProfileGuilds(ctx, ctx.actor.id);
  await findLinkedActor(ctx, "1");
  await findOnRoster(ctx, { guildId: "1", discordId: "1" });
  const { actor: other } = await newPerson();
  for (const act of [followUser, muteUser, blockUser, findBlocked]) await act(ctx, other);
  await moderate(ctx);
  const absent = [
    getBlogAuthor(ctx, { slug: "none" }),
    getArticleHtml(ctx, "BlogPost", { slug: "none" }),
    getArticleHtml(ctx, "NewsArticle", { slug: "none" }),
    getBuildPage(ctx, { slug: "none" }),
    openImage(ctx, { id: "none" }),
    attachMedia(ctx, "none", ["none"]),
  ];
  await Promise.allSettled(absent);
}
