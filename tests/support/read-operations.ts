import fs from "node:fs";
import path from "node:path";
import { API } from "@/lib/api/v1";
import type { ApiOperation, SessionOperation } from "@/lib/http/operation";
import { PROJECT } from "@/scripts/tools/state-directory";

/** Every operation that reads, of both channels. */
export async function readOperations(): Promise<(ApiOperation | SessionOperation)[]> {
  const folder = path.join(PROJECT, "lib/api/session");
  const modules = await Promise.all(
    fs
      .readdirSync(folder)
      .map((file) => import(path.join(folder, file)) as Promise<Record<string, Record<string, unknown>>>),
  );
  const session = modules
    .flatMap((module) => Object.values(module))
    .flatMap((group) => Object.values(group))
    .filter(isSessionOperation);
  return [...Object.values(API).flatMap((group): ApiOperation[] => Object.values(group)), ...session].filter(
    ({ method }) => method === "GET",
  );
}

function isSessionOperation(value: unknown): value is SessionOperation {
  return typeof value === "object" && value !== null && "channel" in value && "run" in value;
}

/** Every combination of the values of an operation's path parameters: `{ id: "…", commentId: "…" }`. */
export function pathInputs(
  operation: { path: string },
  values: Record<string, readonly string[]>,
): Record<string, string>[] {
  return [...operation.path.matchAll(/\{(\w+)\}/g)].reduce<Record<string, string>[]>(
    (all, [, name]) => {
      const known = values[name!];
      if (!known) throw new Error(`Say what {${name}} may be, so that the test asks every read there is.`);
      return all.flatMap((one) => known.map((value) => ({ ...one, [name!]: value })));
    },
    [{}],
  );
}
