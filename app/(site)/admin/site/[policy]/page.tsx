import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { PolicyForm } from "@/components/administration/policy-form";
import { requireAdminPage } from "@/lib/auth/require";
import { listPolicyDrafts } from "@/lib/domain/deployment/policies/queries";
import { POLICIES } from "@/lib/domain/deployment/policies/rules";

export const metadata: Metadata = { title: "Site" };

export default async function AdminPolicyPage({ params }: PageProps<"/admin/site/[policy]">) {
  const { policy: name } = await params;
  const ctx = await requireAdminPage("/admin/site");
  const policy = (await listPolicyDrafts(ctx)).find((one) => one.name === name);
  if (!policy) notFound();
  return (
    <section aria-labelledby="policy">
      <p className="mb-2 text-13">
        <Link href="/admin/site" className="font-medium link">
          Site
        </Link>
      </p>
      <h2 id="policy" className="mb-2 text-27">
        {POLICIES[policy.name].title}
      </h2>
      <p className="mb-5 text-muted">{POLICIES[policy.name].about}</p>
      <PolicyForm policy={policy} />
    </section>
  );
}
