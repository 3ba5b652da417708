import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { ResetPasswordForm } from "@/components/account/letter-link-forms";

export const metadata: Metadata = { title: "Choose a new password", robots: { index: false } };

/** The link's token is read in the browser: the page is the same for everybody. */
export default function ResetPasswordPage() {
  return (
    <AuthCard
      title="Choose a new password"
      other={{ question: "Link doesn’t work?", href: "/forgot-password", label: "Get a new one" }}
    >
      <ResetPasswordForm />
    </AuthCard>
  );
}
