import { auditSetting } from "@/lib/domain/accounts/audit-log/commands";
import { type Context, inTransaction, write } from "@/lib/domain/kernel/context";
import { conflict, notFound } from "@/lib/domain/kernel/errors";
import { renderForSaving } from "@/lib/domain/writing/markdown/rendering";
import { forgetSite } from "@/lib/domain/deployment/site/current";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { POLICY_NAMES, type PolicyName } from "./rules";
import type { PolicyChange, PolicyDraft } from "./schema";

/**
 * Stores the next version of a policy.
 * @throws DomainError `forbidden`, `not_found`; `conflict` if another version was stored since
 */
export async function writePolicy(
  ctx: Context,
  { slug, content, version }: PolicyChange & { slug: string },
): Promise<PolicyDraft> {
  requireAdmin(ctx);
  const name = POLICY_NAMES.find((one) => one === slug);
  if (!name) throw notFound();
  const next = version + 1;
  const rendered = await renderPolicy(ctx, content);
  await inTransaction(ctx, async (tx) => {
    const written = await write(tx, "policies.write")`
      INSERT INTO "Policy" (id, name, version, content, html, "rendererVersion", "authorId", "createdAt")
      SELECT ${idOf(name, next)}, ${name}, ${next}, ${content}, ${rendered?.html ?? null}, ${rendered?.rendererVersion ?? null},
             ${tx.actor.id}, ${tx.now}
       WHERE (SELECT COALESCE(max(version), 0) FROM "Policy" WHERE name = ${name}) = ${version}
      ON CONFLICT DO NOTHING`;
    if (written === 0)
      throw conflict("Somebody else has changed this in the meantime. Copy your text, and reload the page.");
    await auditSetting(tx, { setting: name, version: next, characters: [...content].length });
  });
  forgetSite();
  return { name, version: next, content, changedAt: ctx.now.toISOString() };
}

/** An empty text removes the page, and needs no rendering. */
async function renderPolicy({ actor, signal }: Context, content: string) {
  if (content === "") return null;
  return renderForSaving({ source: content }, { param: "content", name: "A text", owner: actor.id, signal });
}

const idOf = (name: PolicyName, version: number) => `${name}:${version}`;
