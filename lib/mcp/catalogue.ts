import { scopesFor } from "@/lib/domain/apps/rules";
import generatedTools from "@/lib/generated/tools";
import { env } from "@/lib/infra/environment/env";
import type { Tool } from "@/lib/openapi/tools";
import type { Selection } from "./selection";

let tools: ReadonlyMap<string, Tool> | undefined;

/** All tools by name, in their fixed order; parsed once per process. */
function allTools(): ReadonlyMap<string, Tool> {
  return (tools ??= new Map(
    (JSON.parse(generatedTools(env().siteUrl)) as Tool[]).map((tool) => [tool.listed.name, tool]),
  ));
}

/** The tools that a connection sees: those in its toolsets that its key may use. */
export function toolsFor(selection: Selection, scopes: readonly string[]): Tool[] {
  return toolsIn(selection).filter(({ scope }) => scopes.includes(scope));
}

/** The scopes required by the tools of a connection's toolsets, limited to those that an app may have. */
export function scopesOf(selection: Selection): string[] {
  const needed = new Set(toolsIn(selection).map(({ scope }) => scope));
  return scopesFor("").filter((scope) => needed.has(scope));
}

function toolsIn({ toolsets, mayWrite }: Selection): Tool[] {
  return [...allTools().values()].filter(({ toolset, isWrite }) => toolsets.has(toolset) && (mayWrite || !isWrite));
}

/** A tool by its name, even if the connection does not see it: calling it explains what is missing. */
export function toolNamed(name: string): Tool | undefined {
  return allTools().get(name);
}
