import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import { likeBuild } from "@/lib/domain/writing/builds/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { challengeUser } from "@/lib/domain/play/duels/commands";
import { DUEL } from "@/lib/domain/play/duels/rules";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { database } from "@/lib/infra/database/db";
import { newBuild } from "@/tests/support/builds";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";
import { again, newStaff, reported } from "../moderation/staff";
import { join } from "../../play/rooms/people";
import { named } from "./three-people";

/** People who do the same, and who differ in how they are hidden from both readers. */
export const TWINS = ["visible", "blocked", "blocking", "muted", "closed", "limited", "suspended"] as const;
export type Twin = (typeof TWINS)[number];

/** Somebody's post, build and room. */
interface Own {
  by: Context;
  post: string;
  slug: string;
  code: string;
}

export interface TwinsWorld {
  twins: Record<Twin, Context>;
  /** Two readers, and somebody with whom the twins have the same relations. */
  follower: Context;
  stranger: Context;
  host: Context;
  own: Own[];
  comments: string[];
}

/** The games whose leaderboards the twins are on. */
export const GAMES = ["plinko", DUEL];
const content = "zebra";

/** Lets every twin do everything that a list may show, to both readers and the host, and then hides all but one. */
export async function makeTwins(): Promise<TwinsWorld> {
  const own: Own[] = [];
  const somebody = async () => {
    const person = await newPerson({ name: "Zed", afterCommit: () => undefined });
    await database().prisma.user.update({ where: { id: person.actor.id }, data: { bio: "A beekeeper" } });
    return person;
  };
  const [follower, stranger, host] = [await somebody(), await somebody(), await somebody()];
  for (const by of [follower, stranger, host]) own.push(await publish(by));
  const hosts = own[2]!;
  const said = await addComment(host, { id: hosts.post, content });
  const world: TwinsWorld = { twins: {} as TwinsWorld["twins"], follower, stranger, host, own, comments: [said.id] };
  for (const name of TWINS) {
    const twin = (world.twins[name] = await somebody());
    for (const theirs of own.slice(0, 3)) await engage(twin, theirs);
    world.comments.push((await addComment(twin, { id: hosts.post, content, parent_id: said.id })).id);
    // Somebody is in one room at a time.
    await join(twin, own[0]!.code);
    await sendMessage(twin, { code: own[0]!.code, content });
    const published = await publish(twin);
    own.push(published);
    for (const by of [follower, stranger, host]) await bookmarkPost(by, { id: published.post });
    for (const by of [follower, host]) await followUser(by, named(twin));
    await repostPost(host, { id: published.post });
    await addComment(host, { id: published.post, content });
    await createPost(host, { content, audience: "PUBLIC", quote_id: published.post });
    await commentOnBuild(host, { slug: published.slug, content });
    await challengeUser(twin, { game: DUEL, opponent: follower.actor.handle });
    await addRows(twin, follower);
  }
  await hide(world);
  return world;
}

async function publish(by: Context): Promise<Own> {
  const media_ids = [await newImage(by)];
  const { id: post } = await createPost(by, { content: `${content} #zebra`, audience: "PUBLIC", media_ids });
  const { code } = await createRoom(by, newRoom.parse({ name: "A room", public: true }), {});
  return { by, post, slug: await newBuild(by), code };
}

async function engage(twin: Context, { by, post, slug }: Own): Promise<void> {
  await followUser(twin, named(by));
  await likePost(twin, { id: post });
  await repostPost(twin, { id: post });
  await addComment(twin, { id: post, content });
  await createPost(twin, { content, audience: "PUBLIC", quote_id: post });
  await likeBuild(twin, { slug });
  await commentOnBuild(twin, { slug, content });
}

async function addRows({ actor: { id: userId }, now }: Context, inviter: Context): Promise<void> {
  const { prisma } = database();
  const record = { userId, running: 1, score: 1, gamesPlayed: 1, reachedAt: now };
  for (const game of GAMES) await prisma.leaderboardRecord.create({ data: { game, ...record } });
  await prisma.playerRating.create({ data: { userId, game: DUEL, rating: 1500, deviation: 50, volatility: 0.06 } });
  await prisma.invited.create({ data: { userId, inviterId: inviter.actor.id, createdAt: now } });
  const activity = { activityAt: now, activityKind: "plinko", activityLabel: "Plinko", activityHref: "/coins" };
  await prisma.presence.create({ data: { userId, seenAt: now, ...activity } });
}

async function hide({ twins, follower, stranger }: TwinsWorld): Promise<void> {
  for (const reader of [follower, stranger]) {
    await blockUser(reader, named(twins.blocked));
    await blockUser(twins.blocking, named(reader));
    await muteUser(reader, named(twins.muted));
  }
  const admin = await newStaff("ADMIN");
  const decide = async (twin: Twin, sanction: Pick<Parameters<typeof decideReport>[1], "action" | "until">) => {
    const id = await reported("user", twins[twin].actor.id);
    await decideReport(admin, { id, reason: "It breaks the rules", ...sanction });
  };
  await decide("closed", { action: "close" });
  twins.closed = await again(twins.closed);
  await decide("limited", { action: "limit" });
  await decide("suspended", { action: "suspend", until: new Date(Date.now() + 86_400_000).toISOString() });
}
