import type { Metadata } from "next";
import { ModerationTabs } from "@/components/moderation/moderation-tabs";
import { SignUpLimitsForm } from "@/components/moderation/sign-up-limits-form";
import { PageHeading } from "@/components/ui/page-heading";
import { requireAdminPage } from "@/lib/auth/require";
import { getSignUpLimits } from "@/lib/domain/site/sign-up-limits";

export const metadata: Metadata = { title: "Sign-ups", robots: { index: false } };

export default async function SignUpsPage() {
  const ctx = await requireAdminPage("/moderation/sign-ups");
  return (
    <>
      <PageHeading title="Moderation" />
      <ModerationTabs current="/moderation/sign-ups" role={ctx.actor.role} />
      <div className="mt-5">
        <SignUpLimitsForm limits={await getSignUpLimits(ctx)} />
      </div>
    </>
  );
}
