import { invalid } from "@/lib/domain/errors";
import { type Toolset, TOOLSETS } from "@/lib/openapi/toolsets";

/** What a connection requests, within what its key allows. */
export interface Selection {
  toolsets: ReadonlySet<Toolset>;
  mayWrite: boolean;
}

/**
 * Reads the selection from `?toolsets=…&write=true`, or from the headers `X-MCP-Toolsets` and `X-MCP-Write`. Read-only
 * by default, and if the two contradict each other.
 * @throws DomainError for a toolset that does not exist, or a `write` that is neither true nor false
 */
export function selectionOf(request: Request): Selection {
  const { searchParams } = new URL(request.url);
  const given = (param: string, header: string) =>
    [...searchParams.getAll(param), request.headers.get(header) ?? ""].flatMap((text) =>
      text
        .split(",")
        .map((name) => name.trim())
        .filter((name) => name !== ""),
    );
  const names = given("toolsets", "x-mcp-toolsets");
  if (!names.every(isToolset))
    throw invalid([{ param: "toolsets", message: `The toolsets are ${Object.keys(TOOLSETS).join(", ")}` }]);
  const writes = given("write", "x-mcp-write");
  if (!writes.every((value) => value === "true" || value === "false"))
    throw invalid([{ param: "write", message: "write must be true or false" }]);
  return {
    toolsets: new Set<Toolset>(["default", ...names]),
    mayWrite: writes.length > 0 && writes.every((value) => value === "true"),
  };
}

function isToolset(name: string): name is Toolset {
  return Object.hasOwn(TOOLSETS, name);
}
