import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { ResendVerification } from "./resend-verification";

/** Tells a viewer whose account is read-only until then how to confirm their address. */
export function VerifyEmailNote() {
  return (
    <section
      aria-label="Your e-mail address"
      className="mb-6 flex gap-3 rounded-card border border-line bg-surface px-5 py-4"
    >
      <Icon name="mail-exclamation-point" className="mt-0.5 size-5 shrink-0 text-brand" />
      <div className="min-w-0">
        <p>
          Confirm your e-mail address to post, comment and play. We sent you a link.{" "}
          <Link href="/settings/account#email" className="link">
            Wrong address?
          </Link>
        </p>
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <ResendVerification />
        </p>
      </div>
    </section>
  );
}
