import { findKeyByHash } from "@/lib/domain/accounts/authentication/queries";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { newId } from "@/lib/domain/kernel/id";
import { database } from "@/lib/infra/database/db";
import type { ApiOperation } from "@/lib/http/operation";
import { API } from "@/lib/api/v1";
import type { Account } from "@/tests/support/api-accounts";
import type { Outgoing } from "../hammer";
import { type Statement, statementsOf } from "../statements";

/** A measured call. */
export interface Operation {
  name: string;
  operation: ApiOperation;
  path: string;
  body?: object;
  /** The path's `{id}` for a connection's next call. */
  nextId?: (connection: number) => string;
}

/** What a reference server needs to imitate an operation: its statements, and which ids in them to replace. */
export interface Recipe {
  name: string;
  statements: Statement[];
  caller: string;
  /** The post that the recorded call was about. */
  post?: string;
  /** The prefix, after the type, of the ids that the recorded call generated. */
  fresh: string;
  /** Which value of each statement is the nonce that an earlier one returned. */
  nonceAt?: (number | undefined)[];
}

export async function operations(): Promise<Operation[]> {
  const posts = await likeablePosts();
  const liked: number[] = [];
  return [
    { name: "GET /me", operation: API.me.get, path: "/me" },
    { name: "GET /feed", operation: API.feed.list, path: "/feed" },
    {
      name: "GET /posts/{id}",
      operation: API.posts.get,
      path: "/posts/{id}",
      nextId: () => posts[Math.floor(Math.random() * posts.length)] ?? "",
    },
    { name: "POST /posts", operation: API.posts.create, path: "/posts", body: { content: "Measured, not guessed." } },
    {
      name: "POST like",
      operation: API.engagement.like,
      path: "/posts/{id}/like",
      body: {},
      // Liking twice would change nothing, so every connection goes through the posts separately.
      nextId: (connection) => posts[(liked[connection] = (liked[connection] ?? 0) + 1) % posts.length] ?? "",
    },
  ];
}

export function requestOf(
  { name, operation, path, body, nextId }: Operation,
  origin: string,
  connection: number,
  { key }: Account,
): Outgoing {
  return {
    method: operation.method as Outgoing["method"],
    url: `${origin}/api/v1${nextId ? path.replace("{id}", nextId(connection)) : path}`,
    // The bare server selects the operation by X-Operation; the others ignore it.
    headers: { Authorization: `Bearer ${key}`, "X-Operation": name },
    body: body && JSON.stringify(body),
  };
}

/** Runs the operation once, for an account that no connection uses, and records its statements. */
export async function recipeOf({ name, operation, body, nextId }: Operation, account: Account): Promise<Recipe> {
  const ctx = account.ctx();
  const post = nextId?.(-1);
  const read = operation.body?.parse(body ?? {}) ?? {};
  const input = { ...(operation.paginated ? { limit: 20 } : {}), ...read, ...(post ? { id: post } : {}) };
  const statements = await statementsOf(async () => {
    await findKeyByHash(hashSecret(account.key));
    await operation.run(ctx, input);
  });
  return { name, statements, caller: account.id, post, fresh: newId("", ctx).slice(1, 9) };
}

/** Public posts of one author, so that every like notifies the same inbox, whichever server writes it. */
async function likeablePosts(): Promise<string[]> {
  const rows = await database().prisma.post.findMany({
    where: { author: { handle: "user_1" }, audience: "PUBLIC", deletedAt: null },
    select: { id: true },
  });
  return rows.map(({ id }) => id);
}
