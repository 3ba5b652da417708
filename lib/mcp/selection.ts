import { invalid } from "@/lib/domain/kernel/errors";
import { type Toolset, TOOLSETS } from "@/lib/openapi/toolsets";
import { scopesFor } from "@/lib/domain/accounts/apps/rules";
import generatedTools from "@/lib/generated/tools";
import { env } from "@/lib/infra/environment/env";
import type { Tool } from "@/lib/openapi/tools";

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

let tools: ReadonlyMap<string, Tool> | undefined;

/** All tools by name, in their fixed order; parsed once per process. */
function allTools(): ReadonlyMap<string, Tool> {
  return (tools ??= new Map(
    (JSON.parse(generatedTools(env().siteUrl)) as Tool[]).map((tool) => [tool.listed.name, tool]),
  ));
}

/** Returns the tools that a connection sees: those in its toolsets that its key may use. */
export function toolsFor(selection: Selection, scopes: readonly string[]): Tool[] {
  return toolsIn(selection).filter(({ scope }) => scopes.includes(scope));
}

/** Returns the scopes required by the tools of a connection's toolsets, limited to those that an app may have. */
export function scopesOf(selection: Selection): string[] {
  const needed = new Set(toolsIn(selection).map(({ scope }) => scope));
  return scopesFor("").filter((scope) => needed.has(scope));
}

function toolsIn({ toolsets, mayWrite }: Selection): Tool[] {
  return [...allTools().values()].filter(({ toolset, isWrite }) => toolsets.has(toolset) && (mayWrite || !isWrite));
}

/** Returns a tool by its name, even if the connection does not see it: calling it explains what is missing. */
export function toolNamed(name: string): Tool | undefined {
  return allTools().get(name);
}
