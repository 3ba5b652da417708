import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { Context, VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { readArchive, readExport } from "./export";

export type Operation = ApiOperation | SessionOperation;

/** Every read operation of both channels. */
export function readOperations(): Operation[] {
  return [...Object.values(API), ...Object.values(SESSION)]
    .flatMap((group): Operation[] => Object.values(group))
    .filter(({ method }) => method === "GET");
}

/** The queries of reads that require one, by path. Posts of the tests' worlds say "zebra". */
const QUERIES: Record<string, Record<string, string>[]> = {
  "search/posts": ["zebra", "ebra", "zebra has:image", "has:image", "after:2020-01-01"].map((q) => ({ q })),
  "search/people": [{ q: "zed" }, { q: "ada" }, { q: "beekeeper" }],
  "search/builds": [{ q: "oak" }, { q: "loom" }, { q: "after:2020-01-01" }],
  "search/articles": [{ q: "zebra" }],
  "search/tags": [{ q: "ze" }],
  suggest: [{ text: "@zed" }, { text: "@ada" }, { text: "#ze" }, { text: "zed" }, { text: "ze" }],
  tags: [{}, { q: "ze" }],
  "events/matches": [{ events: "*" }],
  events: [{}, { include: ["post", "comment"] as never }],
  "me/notifications": [{}, { kind: "mentions" }, { include: ["post", "comment"] as never }],
  "requests/summary": [{ per: "day" }],
  "developer/requests/summary": [{ per: "day" }],
  "rooms/{code}/messages": [{ before: "1000000" }],
  "timeline/newer": [
    { after: "2020-01-01T00:00:00Z", feed: "everyone" },
    { after: "2020-01-01T00:00:00Z", feed: "for-you" },
  ],
};

/** The path of an operation, the same for both channels: `posts/{id}`. */
export const pathOf = ({ path }: Operation): string => path.replace(/^\/api\/(v1\/)?/, "");

/**
 * Every combination of values of an operation's path parameters, with its queries: `{ id: "…", commentId: "…" }`.
 * Values are keyed by the parameter's name; those of `{id}` by the segment before it: `posts` in `/api/posts/{id}`.
 */
export function inputsOf(operation: Operation, values: Record<string, readonly string[]>): Record<string, string>[] {
  return [...operation.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].reduce<Record<string, string>[]>(
    (all, [, before = "", name = ""]) => {
      const key = name === "id" ? before : name;
      const known = values[key];
      if (!known)
        throw new Error(
          `${operation.path}: this test asks every read there is. Add values of "${key}" to those that it passes to inputsOf.`,
        );
      return all.flatMap((one) => known.map((value) => ({ ...one, [name]: value })));
    },
    [...(QUERIES[pathOf(operation)] ?? [{}]), ...(readsByIds(operation) ? [{ ids: values.posts as never }] : [])],
  );
}

/** Whether a list returns the posts that its query names. */
export const readsByIds = ({ query }: Operation): boolean => "ids" in (query?.shape ?? {});

/** Runs a read with the largest page. Returns null if it is rejected. */
export async function ask(ctx: VisitorContext, operation: Operation, input: Record<string, string>): Promise<unknown> {
  const limit = operation.path.includes("leaderboards") ? 25 : 50;
  try {
    if (operation.response === "entries") return await readExport(ctx as Context);
    if (operation.response === "archive") return (await readArchive(ctx as Context)).toString();
    return await operation.run(ctx, { limit, ...input });
  } catch (error) {
    if (error instanceof DomainError) return null;
    const name = `GET ${operation.path} ${JSON.stringify(input)}`;
    throw new Error(`${name} failed. If it needs a query, add one to QUERIES in tests/support/read-operations.ts.`, {
      cause: error,
    });
  }
}

/** Whether a read returns the same to everyone because it requires no key, so that one reader suffices. */
export function isForEverybody(operation: Operation): boolean {
  return operation.channel === "api" && operation.scope === null;
}

/** Ids of things that do not exist. */
export const NONE = {
  apps: ["none"],
  challenge: ["none"],
  deliveryId: ["none"],
  guilds: ["none"],
  reports: ["none"],
  requests: ["none"],
  webhooks: ["none"],
};
