import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { bookmarkPost, likePost, unlikePost } from "@/lib/domain/writing/engagement/commands";
import { addComment, editComment, deleteComment } from "@/lib/domain/writing/comments/commands";
import { DELIVERED } from "@/lib/openapi/document/openapi-document";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost } from "@/lib/domain/writing/posts/editing";
import { getPublicProfile } from "@/lib/domain/accounts/users/profile";
import { createEndpoint, updateEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { getEndpoint } from "@/lib/domain/consequences/webhooks/queries";
import { announce } from "@/tests/lib/domain/consequences/incoming/listening";
import { deliveriesOf } from "@/tests/lib/domain/consequences/webhooks/owner";
import { newPerson } from "@/tests/support/people";

async function newOwner() {
  const ctx = await newPerson();
  const register = async (payload: "thin" | "full") =>
    (await createEndpoint(ctx, { url: "http://127.0.0.1:9/", events: ["*", "incoming.*"], payload })).id;
  const [thin, full] = [await register("thin"), await register("full")];
  const bodies = async (endpointId: string) => (await deliveriesOf(endpointId)).map(({ body }) => JSON.parse(body));
  return { ctx, thin: () => bodies(thin), full: () => bodies(full), fullId: full };
}

const postOf = async (ctx: Context, content = "Hello") => (await createPost(ctx, { content, audience: "PUBLIC" })).id;
const handleOf = ({ actor: { handle } }: Context) => ({ handle });
const about = (event: string, resource: object | null) => expect.objectContaining({ event, resource });

test("a full payload contains the resource of each own act as it was then; a thin one only its id", async () => {
  const [{ ctx, thin, full }, ben] = [await newOwner(), await newPerson()];
  const others = await postOf(ben, "Others");
  const id = await postOf(ctx, "First");
  await editPost(ctx, { id, content: "Second" });
  await likePost(ctx, { id: others });
  await bookmarkPost(ctx, { id: others });
  const comment = await addComment(ctx, { id: others, content: "One" });
  await editComment(ctx, { id: comment.id, content: "Two" });
  await deleteComment(ctx, { id: comment.id });
  await followUser(ctx, handleOf(ben));
  await unfollowUser(ctx, handleOf(ben));
  await deletePost(ctx, { id });
  const bodies = await full();
  expect(bodies).toMatchObject([
    { event: "post.created", resource: { id, content: "First", editedAt: null } },
    { event: "post.updated", resource: { id, content: "Second", editedAt: expect.any(String) } },
    // Somebody else's words, which may be deleted while the delivery waits.
    about("like.created", null),
    about("bookmark.created", null),
    { event: "comment.created", resource: { id: comment.id, content: "One" } },
    { event: "comment.updated", resource: { id: comment.id, content: "Two" } },
    about("comment.deleted", null),
    { event: "follow.created", resource: { id: ben.actor.id, stats: { followers: 1 } } },
    about("follow.deleted", null),
    about("post.deleted", null),
  ]);
  expect(await thin()).toEqual(
    bodies.map(({ resource, ...named }, index) => {
      expect(resource).toBeDefined();
      return { ...named, id: expect.any(String), sequence: index + 1 };
    }),
  );
});

test("a full payload contains the resource of others' acts, each according to its schema", async () => {
  const [{ ctx, full }, ben] = [await newOwner(), await newPerson()];
  const id = await postOf(ctx);
  const written = await addComment(ben, { id, content: `Hello @${ctx.actor.handle}` });
  const mention = await postOf(ben, `And @${ctx.actor.handle}`);
  await likePost(ben, { id });
  await followUser(ben, handleOf(ctx));
  await announce(ctx);
  await unlikePost(ben, { id });
  await announce(ctx);
  const bodies = await full();
  const told = new Map(
    bodies.map(({ event, data, resource }) => [event === "incoming.mention" ? data.postId : event, resource]),
  );
  expect(told.get("incoming.comment")).toMatchObject({ id: written.id, author: { handle: ben.actor.handle } });
  expect(told.get(id)).toMatchObject({ id: written.id, content: `Hello @${ctx.actor.handle}` });
  expect(told.get(mention)).toMatchObject({ id: mention });
  expect(told.get("incoming.like")).toMatchObject({ id, metrics: { likes: 1 } });
  expect(told.get("incoming.follow")).toEqual(await getPublicProfile(ctx, handleOf(ben)));
  expect(told.get("incoming.like.undone")).toBeNull();
  for (const body of bodies) {
    const schema = DELIVERED.find(({ name }) => name === body.event)!.body;
    expect(schema.parse(body)).toMatchObject(body.resource === null ? {} : { resource: { id: body.resource.id } });
  }
});

test("an endpoint can switch to the full payload and back, and shows which it has", async () => {
  const { ctx, fullId: id, full } = await newOwner();
  const { payload: _, ...thin } = await updateEndpoint(ctx, { id, payload: "thin" });
  expect(await updateEndpoint(ctx, { id, description: "other" })).toEqual({ ...thin, description: "other" });
  await postOf(ctx);
  expect((await full())[0]).not.toHaveProperty("resource");
  expect(await updateEndpoint(ctx, { id, payload: "full" })).toMatchObject({ payload: "full" });
  expect(await getEndpoint(ctx, { id })).toMatchObject({ payload: "full" });
});
