import { publishBuild } from "@/lib/domain/builds/commands";
import type { BuildDraft } from "@/lib/domain/builds/schema";
import type { Context } from "@/lib/domain/context";
import { database } from "@/lib/infra/database/db";

/** A draft of a build, for tests that edit or publish one themselves. `newBuild` creates its category. */
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
  const draft = { ...BUILD_DRAFT, ...changes };
  const category = { slug: draft.category, name: "Tools" };
  await database().prisma.buildCategory.createMany({ data: category, skipDuplicates: true });
  return (await publishBuild(author, draft)).slug;
}
