import { SESSION } from "@/lib/api/session";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";

/** Every operation that reads, of both channels. */
export function readOperations(): (ApiOperation | SessionOperation)[] {
  return [...Object.values(API), ...Object.values(SESSION)]
    .flatMap((group): (ApiOperation | SessionOperation)[] => Object.values(group))
    .filter(({ method }) => method === "GET");
}

/** Every combination of the values of an operation's path parameters: `{ id: "…", commentId: "…" }`. */
export function pathInputs(
  operation: { path: string },
  values: Record<string, readonly string[]>,
): Record<string, string>[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].reduce<Record<string, string>[]>(
    (all, [, name]) => {
      const known = values[name!];
      if (!known)
        throw new Error(
          `${operation.path}: this test asks every read there is. Add values of {${name}} to those that it passes to pathInputs.`,
        );
      return all.flatMap((one) => known.map((value) => ({ ...one, [name!]: value })));
    },
    [{}],
  );
}
