import { commentOnBuild } from "@/lib/domain/writing/builds/comments";
import { likeBuild, publishBuild, removeBuild } from "@/lib/domain/writing/builds/commands";
import type { Context } from "@/lib/domain/kernel/context";
import { bookmarkPost, likePost, repostPost } from "@/lib/domain/writing/engagement/commands";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { followUser, unfollowUser } from "@/lib/domain/people/graph/commands";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import type { Audience } from "@/lib/infra/prisma/enums";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";

export type Name = "ada" | "follower" | "former" | "stranger" | "suspended";

export interface WorldPost {
  id: string;
  author: Name;
  audience: Audience;
  deleted: boolean;
  image: string;
  /** What only readers of the post may see: its text and what belongs to it, each with its author. */
  words: { text: string; by: Name }[];
}

export const people = {} as Record<Name, Context>;
export const posts: WorldPost[] = [];
/** Commenters may keep their text; a build that was taken down is hidden even from its author. */
export const build = { slug: "", words: [] as { by: Name | null; text: string }[] };
let last = 0;
/** Returns a unique word. All contain "zebra", so that one search finds them. */
const word = () => `zebra${++last}q`;

/**
 * Creates everything that somebody may or may not see: posts of each audience, existing and deleted, and a build that
 * was taken down.
 */
export async function createWorld(): Promise<void> {
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
}

/** Creates a post with every kind of engagement and notification, by and to everybody who may currently see it. */
async function addPost(author: Name, audience: Audience, deleted: boolean): Promise<void> {
  const text = word();
  const alt = word();
  const image = await newImage(people[author], { alt });
  const names = ["follower", "former", "stranger"] as const;
  const content = `${text} #zebra ${names.map((name) => `@${people[name].actor.handle}`).join(" ")}`;
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
  if (audience === "PUBLIC") await createPost(people.follower, { content: "zebra", audience: "PUBLIC", quote_id: id });
}

async function addBuild(): Promise<void> {
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
  build.words = [
    { by: null, text: readme },
    { by: "stranger", text: comment },
  ];
}
