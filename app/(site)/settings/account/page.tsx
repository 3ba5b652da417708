import type { Metadata } from "next";
import { CloseAccount } from "@/components/account/close-account";
import { PasswordForm } from "@/components/account/password-form";
import { SessionList } from "@/components/account/session-list";
import { LinkButton } from "@/components/ui/link-button";
import { requireContext } from "@/lib/auth/require";
import { listLiveKeys } from "@/lib/domain/keys/queries";
import { listSessions } from "@/lib/domain/users/account";

export const metadata: Metadata = { title: "Account settings" };

export default async function AccountSettingsPage() {
  const ctx = await requireContext("/settings/account");
  const [{ data: sessions }, { data: keys }] = await Promise.all([listSessions(ctx), listLiveKeys(ctx)]);
  return (
    <>
      <section aria-labelledby="password" className="max-w-130">
        <h2 id="password" className="mb-4 text-21">
          Password
        </h2>
        <PasswordForm handle={ctx.actor.handle} keys={keys} />
      </section>
      <SessionList sessions={sessions} />
      <section aria-labelledby="export">
        <h2 id="export" className="mb-2 text-21">
          Your data
        </h2>
        <p className="mb-4 max-w-prose text-muted">Everything you wrote and gathered here, as one JSON file.</p>
        <LinkButton href="/api/account/export" download="pegboard.json" prefetch={false}>
          Download it
        </LinkButton>
      </section>
      <CloseAccount />
    </>
  );
}
