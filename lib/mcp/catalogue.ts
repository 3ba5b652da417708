import { scopesFor } from "@/lib/domain/apps/rules";
import generatedTools from "@/lib/generated/tools";
import { env } from "@/lib/infra/environment/env";
import type { Tool } from "@/lib/openapi/tools";
import type { Selection } from "./selection";

let tools: ReadonlyMap<string, Tool> | undefined;

/** All tools by name, in their fixed order; parsed once a process. */
function allTools(): ReadonlyMap<string, Tool> {
  return (tools ??= new Map(
    (JSON.parse(generatedTools(env().siteUrl)) as Tool[]).map((tool) => [tool.listed.name, tool]),
  ));
}

/** The tools that a connection sees: those of its toolsets that it may use with its key. */
export function toolsFor(selection: Selection, scopes: readonly string[]): Tool[] {
  return toolsIn(selection).filter(({ scope }) => scopes.includes(scope));
}

/** The scopes that all the tools of a connection's toolsets need, as far as an app may have them. */
export function scopesOf(selection: Selection): string[] {
  const needed = new Set(toolsIn(selection).map(({ scope }) => scope));
  return scopesFor("").filter((scope) => needed.has(scope));
}

function toolsIn({ toolsets, mayWrite }: Selection): Tool[] {
  return [...allTools().values()].filter(({ toolset, isWrite }) => toolsets.has(toolset) && (mayWrite || !isWrite));
}

/** A tool by its name, also one that the connection does not see: calling it says what is missing. */
export function toolNamed(name: string): Tool | undefined {
  return allTools().get(name);
}
