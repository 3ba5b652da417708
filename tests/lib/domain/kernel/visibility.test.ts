import { beforeAll, expect, test } from "vitest";
import { files } from "@/lib/api/session/files";
import { createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { ask, inputsOf, isForEverybody, NONE, readOperations } from "@/tests/support/read-operations";
import { build, createWorld, type Name, people, posts, type WorldPost } from "./visibility-world";

/** The post that each comment belongs to. */
let postOf: Map<string, string>;
beforeAll(async () => {
  await createWorld();
  postOf = new Map((await database().prisma.comment.findMany()).map(({ id, postId }) => [id, postId]));
}, 120_000);

/** The complete rule, in one expression. */
function maySee(
  reader: Name | null,
  channel: VisitorContext["channel"],
  { author, audience, deleted }: WorldPost,
): boolean {
  const follows = reader === "follower";
  return (
    !deleted &&
    (audience === "PUBLIC" || reader === author || (channel === "session" && audience === "FOLLOWERS" && follows))
  );
}

/** The values of each parameter, as inputsOf names them. */
const asked = (): Record<string, string[]> => ({
  ...NONE,
  posts: posts.map(({ id }) => id),
  people: Object.values(people).map(({ actor }) => actor.id),
  profile: Object.values(people).map(({ actor }) => actor.id),
  handle: Object.values(people).map(({ actor }) => actor.handle),
  slug: [build.slug],
  commentId: [...postOf.keys()],
  code: ["AAAAAA"],
  game: ["plinko"],
  tag: ["zebra"],
});

/** Requests a comment only under its own post, and under one that everybody may see. */
const isWorthAsking = ({ id, commentId }: Record<string, string>) =>
  commentId === undefined || id === posts[0]?.id || id === postOf.get(commentId);

const READERS = ["ada", "follower", "former", "stranger", null] as const;

/** Runs every read with every argument, as one reader through one channel, and yields its name and what it showed. */
async function* readAll(
  reader: Name | null,
  channel: VisitorContext["channel"],
): AsyncGenerator<[name: string, text: string]> {
  const ctx = createContext({ actor: reader && people[reader].actor, channel, afterCommit: () => undefined });
  const values = asked();
  for (const operation of readOperations()) {
    if (operation.channel !== channel && operation.channel === "session") continue;
    // Streams decide when they are read: tests/lib/domain/consequences/notifications/live.test.ts.
    if (operation.response === "events") continue;
    if (!ctx.actor && (operation.channel === "api" || operation.session !== "optional")) continue;
    if (isForEverybody(operation) && reader !== "stranger") continue;
    for (const input of inputsOf(operation, values).filter(isWorthAsking))
      yield [`GET ${operation.path} ${JSON.stringify(input)}`, JSON.stringify(await ask(ctx, operation, input)) ?? ""];
  }
}

test.each(READERS.flatMap((reader) => (["api", "session"] as const).map((channel) => [reader, channel] as const)))(
  "shows %s through the %s everything that they may see, and nothing else",
  async (reader, channel) => {
    // People may always see their own content.
    const isOwn = ({ by }: { by: Name | null }) => by !== null && by === reader;
    const secrets = posts
      .filter((post) => !maySee(reader, channel, post))
      .flatMap(({ author, audience, words, image }) =>
        [...words.filter((word) => !isOwn(word)).map(({ text }) => text), image].map((secret) => ({
          secret,
          of: `a ${audience} post by ${author}`,
        })),
      );
    for (const word of build.words.filter((word) => !isOwn(word)))
      secrets.push({ secret: word.text, of: "a build that was taken down" });
    let everything = "";
    for await (const [name, text] of readAll(reader, channel)) {
      // Compared without expect(), which takes longer than most reads.
      const leaked = secrets.find(({ secret }) => text.includes(secret));
      if (leaked) expect.fail(`${name} shows ${leaked.secret}, of ${leaked.of}`);
      everything += text;
    }
    const shown = posts.filter((post) => maySee(reader, channel, post));
    expect(
      shown.filter(({ words }) => everything.includes(words[0]!.text)).length,
      "reads show the posts that are there",
    ).toBe(reader === null && channel === "api" ? 0 : shown.length);
  },
  120_000,
);

test.each(READERS.flatMap((reader) => (["api", "session"] as const).map((channel) => [reader, channel] as const)))(
  "serves images to %s through the %s like their posts",
  async (reader, channel) => {
    const ctx = createContext({ actor: reader && people[reader].actor, channel });
    for (const post of posts) {
      const served = await files.image(ctx, { id: post.image }).then(
        ({ isPublic }) => isPublic,
        () => null,
      );
      expect(served, `${post.audience} by ${post.author}`).toBe(
        maySee(reader, channel, post) ? post.audience === "PUBLIC" : null,
      );
    }
  },
);
