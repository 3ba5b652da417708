import Link from "next/link";
import { ResendVerification } from "./resend-verification";

/** Reminds the viewer to confirm their address, on the home page of a site where they can act without. */
export function ConfirmEmailLine({ email }: { email: string }) {
  return (
    <section
      aria-label="Your e-mail address"
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-line bg-surface px-4 py-3 text-13 max-md:-mx-4 max-md:-mt-6 max-tiny:grid-cols-1 md:mb-4 md:rounded-card md:border md:px-6 *:[[role=status]]:col-span-full"
    >
      <p>
        Open the link that we sent to <b className="font-semibold wrap-anywhere">{email}</b>. Wrong address?{" "}
        <Link href="/settings/account#email" prefetch={false} className="link">
          Change it
        </Link>
        , or a forgotten password locks you out.
      </p>
      <ResendVerification label="Send it again" />
    </section>
  );
}
