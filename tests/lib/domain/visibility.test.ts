import fs from "node:fs";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { API } from "@/lib/api/v1";
import { files } from "@/lib/api/in-app/files";
import { commentOnBuild, likeBuild } from "@/lib/domain/builds/reception";
import { publishBuild, removeBuild } from "@/lib/domain/builds/commands";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/context";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/engagement/commands";
import { addComment } from "@/lib/domain/engagement/comments";
import { Refusal } from "@/lib/domain/errors";
import { followUser, unfollowUser } from "@/lib/domain/graph/commands";
import { createPost, deletePost } from "@/lib/domain/posts/commands";
import type { ApiEndpoint, AppEndpoint } from "@/lib/http/endpoint";
import { database } from "@/lib/infra/db";
import type { Audience } from "@/lib/infra/prisma/enums";
import { PROJECT } from "@/scripts/state-directory";
import { readExport } from "@/tests/support/export";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";

type Name = "ada" | "follower" | "former" | "stranger" | "suspended";

interface WorldPost {
  id: string;
  author: Name;
  audience: Audience;
  deleted: boolean;
  image: string;
  /** What only somebody who sees the post may be shown: its own words and those under it, each with whose they are. */
  words: { text: string; by: Name }[];
}

const people = {} as Record<Name, Context>;
const posts: WorldPost[] = [];
const build = { slug: "", words: [] as string[] };
let last = 0;
/** Words that stand nowhere else. All of them hold "zebra", so that a search finds them. */
const word = () => `zebra${++last}q`;

beforeAll(async () => {
  for (const name of ["ada", "follower", "former", "stranger", "suspended"] as const)
    people[name] = await newPerson({ name });
  const { ada, follower, former, stranger, suspended } = people;
  for (const [who, whom] of [
    [follower, ada],
    [former, ada],
    [follower, suspended],
    [ada, follower],
    [stranger, follower],
  ] as const)
    await followUser(who, { handle: whom.actor.handle });
  for (const author of ["ada", "suspended"] as const) {
    for (const audience of ["PUBLIC", "FOLLOWERS", "PRIVATE"] as const)
      for (const deleted of [false, true]) await addPost(author, audience, deleted);
  }
  await addBuild();
  await unfollowUser(former, { handle: ada.actor.handle });
  for (const post of posts) if (post.deleted) await deletePost(people[post.author], post);
  await removeBuild(ada, build);
  await database().prisma.user.update({ where: { id: suspended.actor.id }, data: { suspendedAt: new Date() } });
}, 120_000);

/** A post that everybody who can see it now has done everything to, and that was told to everybody. */
async function addPost(author: Name, audience: Audience, deleted: boolean): Promise<void> {
  const text = word();
  const alt = word();
  const image = await newImage(people[author], { alt });
  const names = ["follower", "former", "stranger"] as const;
  const content = `${text} ${names.map((name) => `@${people[name].actor.handle}`).join(" ")}`;
  const { id } = await createPost(people[author], { content, audience, media_ids: [image] });
  const post: WorldPost = {
    id,
    author,
    audience,
    deleted,
    image,
    words: [
      { text, by: author },
      { text: alt, by: author },
    ],
  };
  posts.push(post);
  let parent_id: string | undefined;
  for (const name of ["follower", "former", "stranger", author] as const) {
    const reader = people[name];
    if (
      !(await likePost(reader, { id }).then(
        () => true,
        () => false,
      ))
    )
      continue;
    await bookmarkPost(reader, { id });
    if (audience === "PUBLIC") await repostPost(reader, { id });
    const said = { text: word(), by: name };
    parent_id = (await addComment(reader, { id, content: said.text, parent_id })).id;
    post.words.push(said);
  }
}

async function addBuild(): Promise<void> {
  await database().prisma.buildCategory.create({ data: { slug: "tools", name: "Tools" } });
  const [readme, comment] = [word(), word()];
  build.slug = (
    await publishBuild(people.ada, {
      title: "Loom",
      description: `About ${readme}`,
      readme,
      category: "tools",
      technologies: ["oak"],
      price: null,
      repoUrl: null,
      demoUrl: null,
    })
  ).slug;
  await likeBuild(people.stranger, build);
  await commentOnBuild(people.stranger, { slug: build.slug, content: comment });
  build.words = [readme, comment];
}

/** The whole rule, in a line. */
function maySee(reader: Name | null, door: VisitorContext["door"], { author, audience, deleted }: WorldPost): boolean {
  const follows = reader === "follower";
  return (
    !deleted && (audience === "PUBLIC" || reader === author || (door === "app" && audience === "FOLLOWERS" && follows))
  );
}

/** What there is to ask for, by the name of the parameter. */
const asked = async (): Promise<Record<string, string[]>> => ({
  id: [...posts.map(({ id }) => id), ...Object.values(people).map(({ actor }) => actor.id)],
  handle: Object.values(people).map(({ actor }) => actor.handle),
  slug: [build.slug],
  commentId: (await database().prisma.comment.findMany()).map(({ id }) => id),
  deliveryId: ["none"],
  game: ["plinko"],
});

/** What a query narrows down to. Everything else is asked for without one. */
const QUERIES: Record<string, Record<string, string>[]> = {
  "GET /api/search/posts": [{ q: "zebra" }, { q: "ebra" }],
  "GET /api/timeline/newer": [
    { after: "2020-01-01T00:00:00Z", feed: "everyone" },
    { after: "2020-01-01T00:00:00Z", feed: "for-you" },
  ],
};

async function endpoints(): Promise<(ApiEndpoint | AppEndpoint)[]> {
  const folder = path.join(PROJECT, "lib/api/in-app");
  const modules = await Promise.all(
    fs
      .readdirSync(folder)
      .map((file) => import(path.join(folder, file)) as Promise<Record<string, Record<string, unknown>>>),
  );
  const inApp = modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => Object.values(group))
    .filter(isEndpoint);
  return [...Object.values(API).flatMap((group): ApiEndpoint[] => Object.values(group)), ...inApp].filter(
    ({ method }) => method === "GET",
  );
}

function isEndpoint(value: unknown): value is AppEndpoint {
  return typeof value === "object" && value !== null && "door" in value && "run" in value;
}

function combinations(names: string[], values: Record<string, string[]>): Record<string, string>[] {
  return names.reduce<Record<string, string>[]>(
    (all, name) => {
      if (!values[name]) throw new Error(`Say what {${name}} may be, so that the test asks every read there is.`);
      return all.flatMap((one) => values[name]!.map((value) => ({ ...one, [name]: value })));
    },
    [{}],
  );
}

/** What a read answers, as text; nothing where it refuses. */
async function textOf(read: () => Promise<unknown>): Promise<string> {
  try {
    return JSON.stringify(await read()) ?? "";
  } catch (error) {
    if (error instanceof Refusal) return "";
    throw error;
  }
}

const READERS = ["ada", "follower", "former", "stranger", null] as const;

/** Every read there is, with everything that can be asked for, by one reader through one door: its name and what it showed. */
async function* readAll(
  reader: Name | null,
  door: VisitorContext["door"],
): AsyncGenerator<[name: string, text: string]> {
  const ctx = createContext({ actor: reader && people[reader].actor, door, afterCommit: () => undefined });
  const values = await asked();
  for (const endpoint of await endpoints()) {
    if (endpoint.door !== door && endpoint.door === "app") continue;
    if (!ctx.actor && (endpoint.door === "api" || endpoint.session !== "optional")) continue;
    const name = `GET ${endpoint.path}`;
    const params = combinations(
      [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, param]) => param!),
      values,
    );
    const page = endpoint.paginated ? { limit: 50 } : {};
    const leaderboard = endpoint.path.includes("leaderboards") ? { limit: 25 } : {};
    for (const input of params.flatMap((one) =>
      (QUERIES[name] ?? [{}]).map((query) => ({ ...leaderboard, ...page, ...query, ...one })),
    )) {
      const answer =
        "streamed" in endpoint && endpoint.streamed
          ? () => readExport(ctx as Context)
          : () => endpoint.run(ctx as never, input as never);
      yield [`${name} ${JSON.stringify(input)}`, await textOf(answer)];
    }
  }
}

test.each(READERS.flatMap((reader) => (["api", "app"] as const).map((door) => [reader, door] as const)))(
  "no read shows %s through the %s what they may not see, and all of them together show what they may",
  async (reader, door) => {
    let everything = "";
    for await (const [name, text] of readAll(reader, door)) {
      for (const post of posts.filter((post) => !maySee(reader, door, post))) {
        // People's own words stay theirs.
        for (const { text: secret } of post.words.filter(({ by }) => by !== reader))
          expect(text.includes(secret), `${name} shows ${secret}, of a ${post.audience} post by ${post.author}`).toBe(
            false,
          );
        expect(text.includes(post.image), `${name} shows the image of a ${post.audience} post by ${post.author}`).toBe(
          false,
        );
      }
      for (const secret of build.words)
        expect(text.includes(secret), `${name} shows ${secret}, of a build that was taken down`).toBe(false);
      everything += text;
    }
    const shown = posts.filter((post) => maySee(reader, door, post));
    expect(
      shown.filter(({ words }) => everything.includes(words[0]!.text)).length,
      "reads show the posts that are there",
    ).toBe(reader === null && door === "api" ? 0 : shown.length);
  },
  120_000,
);

test.each(READERS.flatMap((reader) => (["api", "app"] as const).map((door) => [reader, door] as const)))(
  "images are served to %s through the %s as their posts are",
  async (reader, door) => {
    const ctx = createContext({ actor: reader && people[reader].actor, door });
    for (const post of posts) {
      const served = await files.image(ctx, { id: post.image }).then(
        ({ isPublic }) => isPublic,
        () => null,
      );
      expect(served, `${post.audience} by ${post.author}`).toBe(
        maySee(reader, door, post) ? post.audience === "PUBLIC" : null,
      );
    }
  },
);
