import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { ForgotPasswordForm } from "@/components/account/forgot-password-form";
import { NO_MAIL } from "@/lib/domain/accounts/mail/rules";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";

export const metadata: Metadata = { title: "Forgot your password?", robots: { index: false } };
export const dynamic = "force-dynamic";

export default function ForgotPasswordPage() {
  return (
    <AuthCard title="Forgot your password?" other={{ question: "Remembered it?", href: "/login", label: "Sign in" }}>
      {isMailSetUp() ? <ForgotPasswordForm /> : <p className="text-muted">{NO_MAIL}</p>}
    </AuthCard>
  );
}
