import { randomBytes } from "node:crypto";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { newBlogPost, newBuild, newNewsArticle } from "@/tests/contract/content";

/** A person with resources, some of which nobody else may see or change. */
export interface Person {
  account: Account;
  /** A text in all their private content, and nowhere else. */
  mark: string;
  /** Resources that others can name and must not change. The owner never changes them. */
  kept: { publicPost: string; privatePost: string; endpoint: string };
  /** Resources that the owner may change at will. */
  disposable: { posts: string[]; comments: string[] };
}

export async function newPerson(): Promise<Person> {
  const account = await newAccount("pro");
  const mark = `private-${randomBytes(8).toString("hex")}`;
  const post = async (audience: "PUBLIC" | "FOLLOWERS" | "PRIVATE", content: string) =>
    (await createPost(account.ctx(), { content, audience })).id;
  const publicPost = await post("PUBLIC", "Look, but do not touch");
  const privatePost = await post("PRIVATE", mark);
  await post("FOLLOWERS", mark);
  const endpoint = await createEndpoint(account.ctx(), {
    url: `https://127.0.0.1:65535/${mark}`,
    events: ["follow.deleted"],
    description: mark,
  });
  const disposable = [await post("PUBLIC", "A disposable post"), await post("PRIVATE", mark)];
  const comment = await addComment(account.ctx(), { id: publicPost, content: "Mine" });
  return {
    account,
    mark,
    kept: { publicPost, privatePost, endpoint: endpoint.id },
    disposable: { posts: disposable, comments: [comment.id] },
  };
}

export async function newSlugs(by: Person): Promise<string[]> {
  return Promise.all([newBuild(by.account), newBlogPost(by.account), newNewsArticle(by.account)]);
}

/** Returns what changed of what a person keeps. */
export async function findChanges({ account, mark, kept }: Person): Promise<string[]> {
  const { prisma } = database();
  const posts = await prisma.post.findMany({ where: { id: { in: [kept.publicPost, kept.privatePost] } } });
  const endpoint = await prisma.webhookEndpoint.findUnique({ where: { id: kept.endpoint } });
  return [
    ...posts.filter((post) => post.deletedAt || post.authorId !== account.id).map(({ id }) => `${id} was deleted`),
    ...(posts.some(({ content }) => content === mark) ? [] : ["the private post was changed"]),
    // An endpoint that its own failures disabled has a reason.
    ...(endpoint?.url === `https://127.0.0.1:65535/${mark}` &&
    (endpoint.enabled || endpoint.disabledReason) &&
    endpoint.description === mark
      ? []
      : ["the webhook endpoint was changed"]),
  ];
}
