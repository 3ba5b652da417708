import type { Metadata } from "next";
import Link from "next/link";
import { BrandingForm, LogoChoice } from "@/components/administration/branding-forms";
import { Lead, Section } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { getBranding } from "@/lib/domain/deployment/branding/commands";
import { listPolicyDrafts } from "@/lib/domain/deployment/policies/queries";
import { RelativeTime } from "@/components/ui/relative-time";
import { POLICIES } from "@/lib/domain/deployment/policies/rules";
import type { PolicyDraft } from "@/lib/domain/deployment/policies/schema";

export const metadata: Metadata = { title: "Site" };

export default async function AdminSitePage() {
  const ctx = await requireAdminPage("/admin/site");
  const [branding, policies] = await Promise.all([getBranding(ctx), listPolicyDrafts(ctx)]);
  return (
    <>
      <section aria-labelledby="identity" className="grid gap-6">
        <h2 id="identity" className="text-21">
          Name and logo
        </h2>
        <BrandingForm name={branding.name} />
        <LogoChoice logo={branding.logo} />
      </section>
      <Section id="policies" title="Rules, terms and privacy">
        <Lead>
          Pages in your own words. What is written is linked on every page and at sign-up; what isn’t doesn’t exist.
        </Lead>
        <PolicyList policies={policies} />
      </Section>
    </>
  );
}

function PolicyList({ policies }: { policies: readonly PolicyDraft[] }) {
  return (
    <ul className="rows">
      {policies.map(({ name, content, version, changedAt }) => (
        <li key={name} className="relative flex flex-wrap items-baseline gap-x-3 px-4 py-3 hover:bg-hover">
          <Link href={`/admin/site/${name}`} className="font-semibold after:absolute after:inset-0 hover:underline">
            {POLICIES[name].title}
          </Link>
          <span className="ml-auto text-13 text-muted">
            {content === "" ? "Not written" : `Version ${version}`}
            {changedAt && (
              <>
                {" · "}
                <RelativeTime at={changedAt} />
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
}
