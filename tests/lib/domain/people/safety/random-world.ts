import { likeBuild, publishBuild } from "@/lib/domain/writing/builds/commands";
import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import type { Context } from "@/lib/domain/kernel/context";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { DomainError } from "@/lib/domain/kernel/errors";
import { followUser } from "@/lib/domain/people/graph/commands";
import { followTag } from "@/lib/domain/writing/tags/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { blockUser, muteUser, unblockUser } from "@/lib/domain/people/safety/commands";
import { PLATFORM_USER_ID } from "@/lib/domain/accounts/users/rules";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { muteWord } from "@/lib/domain/people/safety/words";
import { type Relations, rule, TAG_FOLLOWER, type Who } from "./model";
import { seeded, type World } from "./world";

const PEOPLE = 4;
const ACTS = 50;

/** Creates a world by random acts, and compares the result of each with the rule. Deletes the previous world. */
export async function makeWorld(seed: number): Promise<World> {
  const pick = seeded(seed);
  const { prisma } = database();
  await prisma.room.deleteMany();
  await prisma.user.deleteMany({ where: { id: { not: PLATFORM_USER_ID } } });
  const relations: Relations = { blocks: new Set(), mutes: new Set(), follows: new Set(), words: new Set() };
  const world: World = {
    seed,
    people: [],
    bios: [],
    relations,
    rule: rule(relations),
    posts: [],
    comments: [],
    builds: [],
    buildComments: [],
    rooms: [],
    bookmarks: new Set(),
    words: [],
    compared: 0,
  };
  for (let who = 0; who < PEOPLE; who++) {
    world.people.push(await newPerson({ name: `Zed ${newWord(world, who, pick)}`, afterCommit: () => undefined }));
    const { id } = world.people[who]!.actor;
    const bio = newWord(world, who, pick);
    await prisma.user.update({ where: { id }, data: { bio: `A beekeeper of ${bio}` } });
    world.bios.push(bio);
    await prisma.leaderboardRecord.create({
      data: {
        game: "plinko",
        userId: id,
        running: who,
        score: who,
        gamesPlayed: 1,
        reachedAt: new Date(),
      },
    });
  }
  await followTag(world.people[TAG_FOLLOWER]!, { tag: "zebra" });
  for (let n = 0; n < ACTS; n++) {
    const [who, whom] = [pick(PEOPLE), pick(PEOPLE)];
    const act = ACTS_AT_ODDS[pick(ACTS_AT_ODDS.length)]!;
    await act(world, { who, whom, pick });
  }
  return world;
}

interface Turn {
  who: Who;
  whom: Who;
  pick: (n: number) => number;
}

type Act = (world: World, turn: Turn) => Promise<void>;

const say: Act = async (world, { who, whom, pick }) => {
  const audience = (["PUBLIC", "PUBLIC", "FOLLOWERS", "PRIVATE"] as const)[pick(4)]!;
  const text = newWord(world, who, pick);
  const content = `zebra ${text} #Zebra @${world.people[whom]!.actor.handle}`;
  const { id } = await createPost(now(world, who), { content, audience });
  world.posts.push({ id, author: who, audience, text, quotes: null, links: null });
};

/** Links to a person or a post: the address of a build has words of its author, which the link itself would show. */
const link: Act = async (world, { who, whom, pick }) => {
  const post = world.posts[pick(Math.max(1, world.posts.length))];
  const targets = [
    {
      path: `/users/${world.people[whom]!.actor.handle}`,
      links: { author: whom, post: null, text: world.bios[whom]! },
    },
    ...(post ? [{ path: `/posts/${post.id}`, links: { author: post.author, post, text: post.text } }] : []),
  ];
  const { path, links } = targets[pick(targets.length)]!;
  const text = newWord(world, who, pick);
  const { id } = await createPost(now(world, who), { content: `zebra ${text} #Zebra ${path}`, audience: "PUBLIC" });
  world.posts.push({ id, author: who, audience: "PUBLIC", text, quotes: null, links });
};

const quote: Act = async (world, { who, pick }) => {
  const quotes = world.posts[pick(Math.max(1, world.posts.length))];
  if (!quotes) return;
  const text = newWord(world, who, pick);
  const audience = (["PUBLIC", "PUBLIC", "FOLLOWERS"] as const)[pick(3)]!;
  const draft = { content: `zebra ${text} #Zebra`, audience, quote_id: quotes.id };
  const may = quotes.audience === "PUBLIC" && !world.rule.apart(who, quotes.author);
  const made = await compare(world, may, createPost(now(world, who), draft));
  if (made) world.posts.push({ id: made.id, author: who, audience, text, quotes, links: null });
};

const follow: Act = async (world, { who, whom }) => {
  if (who === whom) return;
  const accepted = await compare(world, !world.rule.apart(who, whom), followUser(now(world, who), named(world, whom)));
  if (accepted) world.relations.follows.add(`${who}>${whom}`);
};

const block: Act = async (world, { who, whom }) => {
  if (who === whom) return;
  const { blocks, follows } = world.relations;
  await compare(world, true, blockUser(now(world, who), named(world, whom)));
  blocks.add(`${who}>${whom}`);
  for (const pair of [`${who}>${whom}`, `${whom}>${who}`]) follows.delete(pair);
};

const unblock: Act = async (world, { who, whom }) => {
  if (who === whom) return;
  await compare(world, true, unblockUser(now(world, who), named(world, whom)));
  world.relations.blocks.delete(`${who}>${whom}`);
};

const mute: Act = async (world, { who, whom }) => {
  if (who === whom) return;
  await compare(world, true, muteUser(now(world, who), named(world, whom)));
  world.relations.mutes.add(`${who}>${whom}`);
};

const muteOneWord: Act = async (world, { who, pick }) => {
  const word = world.words[pick(Math.max(1, world.words.length))];
  if (!word) return;
  await muteWord(now(world, who), { phrase: word.text });
  world.relations.words.add(`${who}>${word.text}`);
};

const engage: Act = async (world, { who, pick }) => {
  const post = world.posts[pick(Math.max(1, world.posts.length))];
  if (!post) return;
  const act = [likePost, bookmarkPost, repostPost][pick(3)]!;
  if (act === repostPost && post.audience !== "PUBLIC") return;
  const may = world.rule.reads(who, post, "session");
  const accepted = await compare<unknown>(world, may, act(now(world, who), post));
  if (accepted && act === bookmarkPost) world.bookmarks.add(`${who}>${post.id}`);
};

const comment: Act = async (world, { who, pick }) => {
  const post = world.posts[pick(Math.max(1, world.posts.length))];
  if (!post) return;
  const under = world.comments.filter((other) => other.post === post);
  const parent = under[pick(under.length + 1)] ?? null;
  const may = world.rule.reads(who, post, "session") && (!parent || world.rule.comments(who, parent));
  const text = newWord(world, who, pick);
  const input = { id: post.id, content: text, parent_id: parent?.id };
  const made = await compare(world, may, addComment(now(world, who), input));
  if (made) world.comments.push({ id: made.id, post, author: who, parent, text });
};

const build: Act = async (world, { who, pick }) => {
  const existing = world.builds[pick(world.builds.length + 1)];
  if (existing) {
    const may = !world.rule.apart(who, existing.author);
    await compare(world, may, likeBuild(now(world, who), existing));
    const text = newWord(world, who, pick);
    const made = await compare(world, may, commentOnBuild(now(world, who), { slug: existing.slug, content: text }));
    if (made) world.buildComments.push({ id: made.id, build: existing.slug, author: who, text });
    return;
  }
  const text = newWord(world, who, pick);
  const rest = { category: "tools", technologies: ["oak"], price: null, repoUrl: null, demoUrl: null };
  const { slug } = await publishBuild(now(world, who), { title: text, description: text, readme: text, ...rest });
  world.builds.push({ slug, author: who });
};

const room: Act = async (world, { who, pick }) => {
  if (world.rooms.length > 2) return;
  const name = newWord(world, who, pick);
  const { code } = await createRoom(now(world, who), newRoom.parse({ name, public: true }), {});
  world.rooms.push({ code, host: who });
};

const ACTS_AT_ODDS: Act[] = [
  ...[say, say, say, quote, quote, quote, link, link, link, follow, follow, follow, engage, engage, engage, engage],
  ...[comment, comment, comment, comment, build, build, room, block, block, mute, unblock, muteOneWord, muteOneWord],
];

/** Awaits an act, and compares whether it succeeded with the rule. Returns its result if it did. */
async function compare<T>(world: World, expected: boolean, act: Promise<T>): Promise<T | null> {
  const answer = await act.catch((error: unknown) => {
    if (error instanceof DomainError && ["not_found", "invalid_request"].includes(error.code)) return null;
    throw error;
  });
  world.compared += 1;
  if ((answer !== null) !== expected)
    throw new Error(`World ${world.seed}: an act was ${expected ? "refused" : "accepted"} against the rule`);
  return answer;
}

/** A word that nobody else uses. */
function newWord(world: World, by: Who, pick: (n: number) => number): string {
  const text = `q${world.seed}x${world.words.length}x${pick(1000)}q`;
  world.words.push({ by, text });
  return text;
}

const named = ({ people }: World, who: Who) => ({ handle: people[who]!.actor.handle });

const now = ({ people }: World, who: Who): Context => ({ ...people[who]!, now: new Date() });
