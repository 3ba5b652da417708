import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { VerifyEmailForm } from "@/components/account/letter-link-forms";

export const metadata: Metadata = { title: "Confirm your e-mail address", robots: { index: false } };

/** The link's token is read in the browser: the page is the same for everybody. */
export default function VerifyEmailPage() {
  return (
    <AuthCard
      title="Confirm your address"
      other={{ question: "Link doesn’t work?", href: "/settings/account#email", label: "Get a new one" }}
    >
      <VerifyEmailForm />
    </AuthCard>
  );
}
