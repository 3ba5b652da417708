import { ask, inputsOf, isForEverybody, NONE, pathOf, readOperations } from "@/tests/support/read-operations";
import { VISITOR, type Who } from "./model";
import { readerOf, type World } from "./world";

/** Blocking and muting people see their names in these lists. */
const OWN_LISTS = ["me/blocks", "me/mutes"];

/** Runs every read operation as every person, and looks for content of people who are hidden from them. */
export async function findLeaks(world: World): Promise<number> {
  let compared = 0;
  for (const viewer of [...world.people.keys(), VISITOR]) {
    // People see their muted words in their own settings.
    const isOwn = (text: string) => world.relations.words.has(`${viewer}>${text}`);
    const hidden = world.words.filter(({ by, text }) => world.rule.apart(viewer, by) && !isOwn(text));
    for await (const [name, text] of allReads(world, viewer))
      for (const { text: word } of hidden) {
        compared += 1;
        if (text.includes(word)) throw new Error(`World ${world.seed}: ${name} shows ${word} to ${viewer}`);
      }
  }
  return compared;
}

async function* allReads(world: World, viewer: Who): AsyncGenerator<[name: string, text: string]> {
  const values = {
    ...NONE,
    posts: world.posts.slice(0, 4).map(({ id }) => id),
    people: world.people.map(({ actor }) => actor.id),
    profile: world.people.map(({ actor }) => actor.id),
    handle: world.people.map(({ actor }) => actor.handle),
    slug: world.builds.map(({ slug }) => slug),
    commentId: world.comments.slice(0, 4).map(({ id }) => id),
    code: world.rooms.map(({ code }) => code),
    game: ["plinko"],
    tag: ["zebra"],
  };
  for (const operation of readOperations()) {
    const isOpen = operation.channel === "session" && operation.session !== "required";
    if (
      (viewer === VISITOR && !isOpen) ||
      operation.response === "events" ||
      OWN_LISTS.includes(pathOf(operation)) ||
      (isForEverybody(operation) && viewer !== 0)
    )
      continue;
    const ctx = readerOf(world, viewer, operation.channel);
    for (const input of inputsOf(operation, values))
      yield [`GET ${operation.path} ${JSON.stringify(input)}`, JSON.stringify(await ask(ctx, operation, input)) ?? ""];
  }
}
