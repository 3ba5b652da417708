import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";

/** Every read operation of both channels. */
export function readOperations(): (ApiOperation | SessionOperation)[] {
  return [...Object.values(API), ...Object.values(SESSION)]
    .flatMap((group): (ApiOperation | SessionOperation)[] => Object.values(group))
    .filter(({ method }) => method === "GET");
}

/**
 * Every combination of values of an operation's path parameters: `{ id: "…", commentId: "…" }`. Values are keyed by the
 * parameter's name; those of `{id}` by the segment before it: `posts` in `/api/posts/{id}`.
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

/** Whether a read returns the same to everyone because it requires no key, so that one reader suffices. */
export function isForEverybody(operation: ApiOperation | SessionOperation): boolean {
  return operation.channel === "api" && operation.scope === null;
}

/** Ids of things that do not exist. */
export const NONE = {
  apps: ["none"],
  challenge: ["none"],
  deliveryId: ["none"],
  guilds: ["none"],
  reports: ["none"],
  webhooks: ["none"],
};
