import Link from "next/link";
import type { Metadata } from "next";
import { SignUpLimitsForm } from "@/components/administration/sign-up-limits-form";
import { SignUpSettingsForm } from "@/components/administration/sign-up-settings-form";
import { requireAdminPage } from "@/lib/auth/require";
import { getSignUpLimits } from "@/lib/domain/site/sign-up-limits";
import { getSignUpSettings } from "@/lib/domain/site/sign-up-settings";

export const metadata: Metadata = { title: "Sign-ups", robots: { index: false } };

export default async function SignUpsPage() {
  const ctx = await requireAdminPage("/admin/sign-ups");
  const [settings, limits] = await Promise.all([getSignUpSettings(ctx), getSignUpLimits(ctx)]);
  return (
    <>
      <section aria-labelledby="accounts">
        <h2 id="accounts" className="mb-1 text-21">
          New accounts
        </h2>
        <p className="mb-4 max-w-prose text-muted">
          Who waits for one stands under{" "}
          <Link href="/moderation/requests" className="link">
            Moderation
          </Link>
          .
        </p>
        <SignUpSettingsForm settings={settings} />
      </section>
      <section aria-labelledby="limits">
        <h2 id="limits" className="mb-4 text-21">
          Blocked networks and domains
        </h2>
        <SignUpLimitsForm limits={limits} />
      </section>
    </>
  );
}
