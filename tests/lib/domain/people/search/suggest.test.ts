import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { followUser } from "@/lib/domain/people/graph/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { suggest } from "@/lib/domain/people/search/suggest";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

let viewer: Context;
beforeEach(async () => {
  viewer = await newPerson();
});

async function namesFor(text: string, as: Context = viewer): Promise<string[]> {
  return (await suggest(as, { text })).people.map(({ name }) => name);
}

/** Creates somebody whose name nobody else has. */
async function unique(name: string): Promise<{ person: Context; word: string }> {
  const word = `q${randomUUID().replaceAll("-", "").slice(0, 8)}`;
  return { person: await newPerson({ name: `${name} ${word}` }), word };
}

describe("a mention that is begun", () => {
  test("suggests people by a word of their name, or their handle", async () => {
    const { person, word } = await unique("Xavo");
    expect(await namesFor(`@${word.slice(0, 6)}`)).toEqual([`Xavo ${word}`]);
    expect(await namesFor(`@${word.toUpperCase()}`)).toEqual([`Xavo ${word}`]);
    expect(await namesFor(`@${person.actor.handle.slice(0, 12)}`)).toEqual([`Xavo ${word}`]);
    expect(await namesFor(`@${word.slice(1)}`)).toEqual([]);
  });

  test("suggests those whom one follows first, and nobody twice", async () => {
    const { word } = await unique("Stranger");
    const friend = await newPerson({ name: `Friend ${word}` });
    await followUser(viewer, { handle: friend.actor.handle });
    await database().prisma.user.updateMany({ where: { name: `Stranger ${word}` }, data: { followersCount: 50 } });
    expect(await namesFor(`@${word}`)).toEqual([`Friend ${word}`, `Stranger ${word}`]);
  });

  test("suggests for a single letter those alone whom one follows", async () => {
    const { person: friend, word } = await unique("Żubr");
    expect(await namesFor("@ż")).toEqual([]);
    await followUser(viewer, { handle: friend.actor.handle });
    expect(await namesFor("@ż")).toEqual([`Żubr ${word}`]);
  });

  test("suggests nobody whom one blocked, who blocked one, or whose account is closed", async () => {
    const { person: other, word } = await unique("Other");
    const blocking = await newPerson({ name: `Blocking ${word}` });
    const closed = await newPerson({ name: `Closed ${word}` });
    expect(await namesFor(`@${word}`)).toHaveLength(3);
    await blockUser(viewer, { handle: other.actor.handle });
    await blockUser(blocking, { handle: viewer.actor.handle });
    await closeAccount({ ...closed, session: { id: "", provenAt: closed.now } }, {});
    expect(await namesFor(`@${word}`)).toEqual([]);
  });

  test("suggests nobody whom moderators suspended or limited, except to followers of the latter", async () => {
    const { person: limited, word } = await unique("Limited");
    const suspended = await newPerson({ name: `Suspended ${word}` });
    await followUser(viewer, { handle: limited.actor.handle });
    await followUser(viewer, { handle: suspended.actor.handle });
    const change = (id: string, data: object) => database().prisma.user.update({ where: { id }, data });
    await change(limited.actor.id, { limitedAt: new Date() });
    await change(suspended.actor.id, { suspendedAt: new Date() });
    expect(await namesFor(`@${word}`)).toEqual([`Limited ${word}`]);
    expect(await namesFor(`@${word}`, await newPerson())).toEqual([]);
  });

  test.each(["@", "#tag", "@%", "@_%", "@💥", "%", "from:ada", ' "ada" ', ""])(
    "suggests nobody for %j",
    async (text) => {
      expect(await namesFor(text)).toEqual([]);
    },
  );
});

describe("a search that is begun", () => {
  test("suggests people, by words of their names, and tags", async () => {
    const { person, word } = await unique("Xavo");
    await createPost(person, { content: `#${word}`, audience: "PUBLIC" });
    const suggested = async (text: string) => {
      const { people, tags } = await suggest(viewer, { text });
      return [people.map(({ name }) => name), tags.map(({ tag }) => tag)];
    };
    expect(await suggested(word.slice(0, 6))).toEqual([[`Xavo ${word}`], [word]]);
    expect(await suggested(`xavo ${word.slice(0, 6)}`)).toEqual([[`Xavo ${word}`], []]);
    expect(await suggested(`#${word}`)).toEqual([[], [word]]);
    expect(await suggested(`@${word}`)).toEqual([[`Xavo ${word}`], []]);
  });
});
