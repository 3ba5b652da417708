import type { Metadata } from "next";
import { BrandingForm, LogoChoice } from "@/components/administration/branding-forms";
import { PolicyList } from "@/components/administration/policy-list";
import { Lead, Section } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { getBranding } from "@/lib/domain/branding/commands";
import { listPolicyDrafts } from "@/lib/domain/policies/queries";

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
