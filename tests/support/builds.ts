import { publishBuild } from "@/lib/domain/writing/builds/commands";
import type { BuildDraft } from "@/lib/domain/writing/builds/schema";
import type { Context } from "@/lib/domain/kernel/context";

/** A draft of a build, for tests that edit or publish one themselves. */
export const BUILD_DRAFT: BuildDraft = {
  title: "Loom",
  description: "Weaves by itself",
  readme: "# Loom",
  category: "tools",
  technologies: [],
  price: null,
  repoUrl: null,
  demoUrl: null,
};

/** Publishes a build and returns its slug. */
export async function newBuild(author: Context, changes: Partial<BuildDraft> = {}): Promise<string> {
  return (await publishBuild(author, { ...BUILD_DRAFT, ...changes })).slug;
}
