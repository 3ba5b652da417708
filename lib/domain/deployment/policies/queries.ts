import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { notFound } from "@/lib/domain/kernel/errors";
import { htmlOf } from "@/lib/domain/writing/markdown/stored";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { literal } from "@/lib/infra/database/sql";
import type { Policy as PolicyModel } from "@/lib/infra/prisma/client";
import { LISTED_VERSIONS, POLICY_NAMES, type PolicyName } from "./rules";
import type { PolicyDraft } from "./schema";

type PolicyRow = Omit<PolicyModel, "authorId"> & { name: PolicyName };

export interface Policy {
  version: number;
  content: string;
  /** Null if its source is to be shown as plain text. */
  html: string | null;
  changedAt: string;
  /** All versions, newest first, without empty ones, during which the policy was not in force. */
  versions: { version: number; changedAt: string }[];
}

type VersionRow = Pick<PolicyRow, "version" | "createdAt"> & { written: boolean };

/** Returns the current version of a policy, or an earlier one. @throws DomainError `not_found` if there is none */
export async function getPolicy(
  ctx: VisitorContext,
  { name, version }: { name: PolicyName; version?: number },
): Promise<Policy> {
  const versions = await read<VersionRow>(ctx, "policies.versions")`
    SELECT version, content <> '' AS written, "createdAt" FROM "Policy" WHERE name = ${name}
    ORDER BY version DESC LIMIT ${literal(LISTED_VERSIONS)}`;
  const inForce = versions[0]?.written ? versions[0].version : undefined;
  const wanted = version ?? inForce;
  if (inForce === undefined || wanted === undefined) throw notFound();
  const [row] = await read<PolicyRow>(ctx, "policies.one")`
    SELECT id, name, version, content, html, "rendererVersion", "createdAt" FROM "Policy"
    WHERE name = ${name} AND version = ${wanted} AND content <> ''`;
  if (!row) throw notFound();
  return {
    version: row.version,
    content: row.content,
    html: await htmlOf(ctx, { table: "Policy", source: row.content, ...row }),
    changedAt: row.createdAt.toISOString(),
    versions: versions
      .filter(({ written }) => written)
      .map(({ version, createdAt }) => ({ version, changedAt: createdAt.toISOString() })),
  };
}

/** Lists the policies as they are edited, for admins. @throws DomainError `forbidden` */
export async function listPolicyDrafts(ctx: Context): Promise<PolicyDraft[]> {
  requireAdmin(ctx);
  const rows = await read<Pick<PolicyRow, "name" | "version" | "content" | "createdAt">>(ctx, "policies.drafts")`
    SELECT DISTINCT ON (name) name, version, content, "createdAt" FROM "Policy" ORDER BY name, version DESC`;
  return POLICY_NAMES.map((name) => {
    const row = rows.find((one) => one.name === name);
    if (!row) return { name, version: 0, content: "", changedAt: null };
    return { name, version: row.version, content: row.content, changedAt: row.createdAt.toISOString() };
  });
}
