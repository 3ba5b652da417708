import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { UnsubscribeForm } from "@/components/account/letter-link-forms";

export const metadata: Metadata = { title: "Unsubscribe", robots: { index: false } };

/** The link's token is read in the browser: the page is the same for everybody. */
export default function UnsubscribePage() {
  return (
    <AuthCard
      title="Stop the daily digest"
      other={{ question: "Rather another hour?", href: "/settings/notifications#digest", label: "Change it" }}
    >
      <UnsubscribeForm />
    </AuthCard>
  );
}
