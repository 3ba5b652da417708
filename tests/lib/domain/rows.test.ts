import { beforeAll, expect, test } from "vitest";
import { listAddresses } from "@/lib/domain/addresses/queries";
import { findFeatured, getArticleHtml, getBlogAuthor, listNewsCategories } from "@/lib/domain/articles/editorial";
import { getBuildPage, listCategoryCounts, listTechnologies } from "@/lib/domain/builds/catalogue";
import { findEntry } from "@/lib/domain/coins/queries";
import { type Context, createContext } from "@/lib/domain/context";
import { addComment } from "@/lib/domain/engagement/comments";
import { countOnPost, findPost } from "@/lib/domain/engagement/seen-post";
import { getDuel, getRankedLeaderboard } from "@/lib/domain/duels/queries";
import { eventsAfter, newEvents, topicPositions } from "@/lib/domain/live/queries";
import { notificationsById } from "@/lib/domain/notifications/queries";
import { countUnreadOf } from "@/lib/domain/notifications/unread";
import { noteReaders } from "@/lib/domain/rooms/presence";
import { findMessage } from "@/lib/domain/rooms/queries";
import { findOwnStanding, listStandings } from "@/lib/domain/leaderboards/standings";
import { attachMedia } from "@/lib/domain/media/commands";
import { openImage } from "@/lib/domain/media/queries";
import { isFollowing, listSuggestions } from "@/lib/domain/people/queries";
import { searchPeople } from "@/lib/domain/search/queries";
import { getTimelinePost } from "@/lib/domain/timeline/queries";
import { getPublicProfile } from "@/lib/domain/users/queries";
import { createPost } from "@/lib/domain/posts/commands";
import { followUser } from "@/lib/domain/graph/commands";
import { blockUser, muteUser } from "@/lib/domain/safety/commands";
import { findBlocked } from "@/lib/domain/safety/queries";
import { findKeyByHash } from "@/lib/domain/keys/queries";
import { createRoom } from "@/lib/domain/rooms/commands";
import { newRoom } from "@/lib/domain/rooms/schema";
import { listDeliveries, listDeliverySummaries } from "@/lib/domain/webhooks/queries";
import { findSession, openSessions } from "@/lib/domain/users/sessions";
import { getViewer } from "@/lib/domain/users/viewer";
import { listEndpointOverviews } from "@/lib/domain/webhooks/overview";
import {
  findLinkedActor,
  findOnRoster,
  getVisibleGuild,
  listGuildStandings,
  listProfileGuilds,
} from "@/lib/domain/guilds/queries";
import { database } from "@/lib/infra/db";
import { readArchive, readExport } from "@/tests/support/export";
import { newPerson } from "@/tests/support/people";
import { pathInputs, readOperations } from "@/tests/support/read-operations";
import { playDuel } from "./duels/players";
import { moderate } from "./moderation/every-statement";
import { register } from "./webhooks/owner";
import { describeStatements } from "./described-statements";
import { type Kind, typedReads } from "./row-types";
import { writeWithRows } from "./writes-with-rows";
import { productApplication } from "@/tests/support/discord";

Object.assign(process.env, productApplication.variables);

const described = describeStatements();
let reader: Context;

const QUERIES: Record<string, Record<string, string>[]> = {
  "/api/v1/builds": [{}, { category: "tools" }],
  "/api/v1/news": [{}, { category: "tools" }],
  "/api/builds": [{}, { category: "tools" }],
  "/api/news": [{}, { category: "tools" }],
  "/api/catalogue": [{}, { technology: "oak", category: "tools", handle: "ada" }],
  "/api/coins/history": [{}, { show: "drops" }],
  "/api/search/posts": [{ q: "zebra" }],
  "/api/search/people": [{ q: "zebra" }],
  "/api/v1/events": [{}, { after: "2020-01-01T00:00:00Z" }, { after: "evt_none" }],
  "/api/timeline/newer": [
    { after: "2020-01-01T00:00:00Z", feed: "everyone" },
    { after: "2020-01-01T00:00:00Z", feed: "for-you" },
  ],
};

beforeAll(async () => {
  reader = await newPerson({ name: "reader" });
  const { id } = await createPost(reader, { content: "A post", audience: "PUBLIC" });
  const { id: commentId } = await addComment(reader, { id, content: "A comment" });
  await addComment(reader, { id, content: "A reply", parent_id: commentId });
  const { code } = await createRoom(reader, newRoom.parse({ name: "A room" }), {});
  const values = {
    code: [code],
    id: [id, reader.actor.id],
    handle: [reader.actor.handle],
    slug: ["none"],
    commentId: [commentId],
    deliveryId: ["none"],
    game: ["plinko"],
  };
  for (const operation of readOperations()) {
    for (const input of pathInputs(operation, values))
      for (const query of QUERIES[operation.path] ?? [{}])
        for (const channel of ["api", "session"] as const) {
          const ctx = { ...createContext({ actor: reader.actor, channel, afterCommit: () => undefined }) };
          const asked = { limit: 20, ...query, ...input };
          // A missing subject still describes the columns.
          await (
            "streamed" in operation && operation.streamed
              ? readExport(ctx)
              : "archive" in operation && operation.archive
                ? readArchive(ctx)
                : operation.run(ctx as never, asked as never)
          ).catch(() => undefined);
        }
  }
  await askBeyondOperations(reader, { id, handle: reader.actor.handle });
  await writeWithRows(reader, id);
}, 120_000);

/** Calls the reads of pages, sign-in and transactions. */
async function askBeyondOperations(ctx: Context, { id, handle }: { id: string; handle: string }): Promise<void> {
  await findKeyByHash("none");
  await findSession("none", ctx.now);
  await openSessions(["none"], ctx.now);
  const { id: endpointId } = await register(ctx, "https://example.com/");
  await listDeliveries(ctx, { id: endpointId, limit: 5 });
  await listDeliverySummaries(ctx, { id: endpointId, limit: 5 });
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

const KINDS: Record<string, Kind> = { B: "boolean", D: "date", E: "string", N: "number", S: "string", A: "json" };

/** int8 and numeric arrive as text, so a row type that declares a number for them is wrong. */
async function kindsByOid(): Promise<Map<number, Kind>> {
  const types = await database().prisma.$queryRaw<{ oid: number; name: string; category: string }[]>`
    SELECT oid::int, typname::text AS name, typcategory::text AS category FROM pg_type`;
  return new Map(
    types.map(({ oid, name, category }) => {
      if (name === "int8" || name === "numeric") return [oid, "string"];
      return [oid, KINDS[category] ?? "json"];
    }),
  );
}

// The compiler reads the whole domain.
test("declares for every statement the row type that the database returns", { timeout: 120_000 }, async () => {
  const kinds = await kindsByOid();
  const reads = typedReads();
  expect(reads.length).toBeGreaterThan(30);
  const problems = reads.flatMap(({ where, name, isExact, variants }) => {
    const others = reads.filter((read) => read.name !== name && read.isExact);
    const statements = [...described].filter(
      ([known]) => name.test(known) && (isExact || !others.some((other) => other.name.test(known))),
    );
    if (statements.length === 0)
      return [`${where}: no ${name.source} ran: call it here, in askBeyondOperations, or in writes-with-rows.ts`];
    return statements.flatMap(([known, fields]) => {
      const columns = new Map(fields.map((field) => [field.name, kinds.get(field.dataTypeID)]));
      return variants.flatMap((variant) =>
        Object.entries(variant).flatMap(([property, kind]) =>
          kind === "null" || columns.get(property) === kind
            ? []
            : [`${where}: ${known} returns ${property} as ${columns.get(property)}, its row type says ${kind}`],
        ),
      );
    });
  });
  expect(
    problems,
    "Cast the column (::int, ::float8 for a number), or correct the row type that read<…> names",
  ).toEqual([]);
});
