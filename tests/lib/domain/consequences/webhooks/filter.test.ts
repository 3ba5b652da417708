import { describe, expect, test } from "vitest";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { followUser } from "@/lib/domain/people/graph/commands";
import { announceDue } from "@/lib/domain/consequences/announcer/announce";
import { deletePost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { tryFilter } from "@/lib/domain/consequences/events/dry-run";
import {
  type EndpointFilter,
  endpointFilter,
  mismatchOf,
  passesFilter,
} from "@/lib/domain/consequences/webhooks/filter";
import { getEndpoint } from "@/lib/domain/consequences/webhooks/queries";
import { database } from "@/lib/infra/database/db";
import { sql } from "@/lib/infra/database/sql";
import { newPerson } from "@/tests/support/people";
import { deliveriesOf, newOwner, publishPost } from "./owner";

const url = "http://127.0.0.1:9/";

test("an endpoint receives what its filter matches, of its owner's acts and others', until it is removed", async () => {
  const [owner, fan, other] = [await newOwner(), await newPerson(), await newPerson()];
  const [post, second] = [await publishPost(owner), await publishPost(owner)];
  const register = async (filter: EndpointFilter) =>
    (await createEndpoint(owner, { url, events: ["*", "incoming.*"], filter })).id;
  const ofPost = await register({ postId: post.id });
  const ofFan = await register({ handle: fan.actor.handle });
  const ofBoth = await register({ postId: post.id, handle: fan.actor.handle });
  for (const person of [fan, other]) for (const { id } of [post, second]) await likePost(person, { id });
  await followUser(owner, { handle: fan.actor.handle });
  await announceDue(owner);
  await deletePost(owner, post);
  const received = async (endpointId: string) => (await deliveriesOf(endpointId)).map(({ event }) => event);
  expect(await received(ofPost)).toEqual(["incoming.like", "incoming.like", "post.deleted"]);
  expect(await received(ofFan)).toEqual(["follow.created", "incoming.like", "incoming.like"]);
  expect(await received(ofBoth)).toEqual(["incoming.like"]);
  expect(await getEndpoint(owner, { id: ofPost })).toMatchObject({ filter: { postId: post.id } });

  expect(await updateEndpoint(owner, { id: ofPost, description: "The same" })).toMatchObject({
    filter: { postId: post.id },
  });
  expect(await updateEndpoint(owner, { id: ofPost, filter: null })).not.toHaveProperty("filter");
  await publishPost(owner);
  expect((await received(ofPost)).at(-1)).toBe("post.created");
});

describe("the SQL condition and the function", () => {
  const FILTERS: (EndpointFilter | null)[] = [null, { postId: "p" }, { handle: "ada" }, { postId: "p", handle: "ada" }];
  const DATA = [
    {},
    { postId: "p" },
    { postId: null },
    { postId: "q", handle: "ada" },
    { postId: "p", handle: "ada" },
    { handle: "ben" },
    { challenger: { handle: "ben" }, opponent: { handle: "ada" } },
  ];
  test.each(FILTERS.flatMap((filter) => DATA.map((data) => [filter, data] as const)))(
    "agree on %j and %j",
    async (filter, data) => {
      const [row] = await database().prisma.$queryRaw<{ passes: boolean }[]>(
        sql`SELECT ${passesFilter(data)} IS TRUE AS passes
          FROM (SELECT ${filter && JSON.stringify(filter)}::jsonb AS filter) e`,
      );
      expect(row?.passes).toBe(mismatchOf(filter, data) === null);
    },
  );
});

test("a dry run returns whether each event matches, and why not", async () => {
  const [owner, fan] = [await newOwner(), await newPerson()];
  const post = await publishPost(owner);
  await createEndpoint(owner, { url, events: ["incoming.follow"] });
  await followUser(fan, { handle: owner.actor.handle });
  await announceDue(owner);
  const run = async (query: Parameters<typeof tryFilter>[1]) =>
    (await tryFilter(owner, query)).data.map(({ event, matches, reason }) => [event, matches, reason]);
  expect(await run({ events: ["*"] })).toEqual([
    ["incoming.follow", false, "The endpoint does not ask for incoming.follow."],
    ["post.created", true, "It would have been delivered."],
  ]);
  expect(await run({ events: ["*", "incoming.*"], handle: "nobody" })).toEqual([
    ["incoming.follow", false, `It names somebody else: ${fan.actor.handle}.`],
    ["post.created", false, "It names nobody."],
  ]);
  expect(await run({ events: ["post.created", "incoming.follow"], postId: "post_other" })).toEqual([
    ["incoming.follow", false, "It is about no post."],
    ["post.created", false, `It is about another post: ${post.id}.`],
  ]);
});

test("a filter needs a field, and accepts a handle in any spelling", () => {
  expect(endpointFilter.safeParse({}).success).toBe(false);
  expect(endpointFilter.parse({ handle: "@Ada" })).toEqual({ handle: "ada" });
});
