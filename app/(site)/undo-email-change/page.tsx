import type { Metadata } from "next";
import { AuthCard } from "@/components/account/auth-card";
import { UndoEmailChangeForm } from "@/components/account/letter-link-forms";

export const metadata: Metadata = { title: "Take your address back", robots: { index: false } };

/** The link's token is read in the browser: the page is the same for everybody. */
export default function UndoEmailChangePage() {
  return (
    <AuthCard
      title="Take your address back"
      other={{ question: "Was the change yours?", href: "/settings/account#email", label: "Keep it" }}
    >
      <UndoEmailChangeForm />
    </AuthCard>
  );
}
