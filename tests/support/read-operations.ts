import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";

/** Every operation that reads, of both channels. */
export function readOperations(): (ApiOperation | SessionOperation)[] {
  return [...Object.values(API), ...Object.values(SESSION)]
    .flatMap((group): (ApiOperation | SessionOperation)[] => Object.values(group))
    .filter(({ method }) => method === "GET");
}

/**
 * Every combination of the values of an operation's path parameters: `{ id: "…", commentId: "…" }`. Values are named
 * like the parameter; those of `{id}` like what is before it: `posts` in `/api/posts/{id}`.
 */
export function pathInputs(
  operation: { path: string },
  values: Record<string, readonly string[]>,
): Record<string, string>[] {
  return [...operation.path.matchAll(/([\w-]+)\/\{(\w+)\}/g)].reduce<Record<string, string>[]>(
    (all, [, before = "", name = ""]) => {
      const key = name === "id" ? before : name;
      const known = values[key];
      if (!known)
        throw new Error(
          `${operation.path}: this test asks every read there is. Add values of "${key}" to those that it passes to pathInputs.`,
        );
      return all.flatMap((one) => known.map((value) => ({ ...one, [name]: value })));
    },
    [{}],
  );
}

/** Whether a read answers everybody the same, so that one reader stands for all: it takes no key. */
export function isForEverybody(operation: ApiOperation | SessionOperation): boolean {
  return operation.channel === "api" && operation.scope === null;
}

/** Values of what a test's world has none of. */
export const NONE = {
  apps: ["none"],
  challenge: ["none"],
  deliveryId: ["none"],
  guilds: ["none"],
  reports: ["none"],
  webhooks: ["none"],
};
