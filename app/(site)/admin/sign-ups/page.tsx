import Link from "next/link";
import type { Metadata } from "next";
import { SignUpLimitsForm, SignUpSettingsForm } from "@/components/administration/sign-up-forms";
import { Lead, Section } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { getSignUpLimits, getSignUpSettings } from "@/lib/domain/deployment/site/sign-up";

export const metadata: Metadata = { title: "Sign-ups", robots: { index: false } };

export default async function SignUpsPage() {
  const ctx = await requireAdminPage("/admin/sign-ups");
  const [settings, limits] = await Promise.all([getSignUpSettings(ctx), getSignUpLimits(ctx)]);
  return (
    <>
      <Section id="accounts" title="New accounts">
        <Lead>
          Pending requests are under{" "}
          <Link href="/moderation/requests" className="link">
            Moderation
          </Link>
          .
        </Lead>
        <SignUpSettingsForm settings={settings} />
      </Section>
      <Section id="limits" title="Blocked networks and domains">
        <SignUpLimitsForm limits={limits} />
      </Section>
    </>
  );
}
