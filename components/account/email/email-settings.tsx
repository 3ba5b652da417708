import { Badge } from "@/components/ui/badge";
import { Section } from "@/components/ui/section";
import type { EmailSettings as Settings } from "@/lib/domain/accounts/lifecycle/schema";
import { NO_MAIL } from "@/lib/domain/accounts/mail/rules";
import { ChangeEmailDialog, PendingEmail } from "./change-email";
import { ResendVerification } from "./resend-verification";

interface EmailSettingsProps {
  settings: Settings;
  /** Whether the site sends mail at all. */
  hasMail: boolean;
}

export function EmailSettings({ settings: { email, verified, pendingEmail }, hasMail }: EmailSettingsProps) {
  return (
    <Section id="email" title="E-mail" className="max-w-130">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 break-all">{email ?? "No address yet"}</span>
          {email !== null && (
            <Badge tone={verified ? "good" : "plain"}>{verified ? "Confirmed" : "Not confirmed"}</Badge>
          )}
        </p>
        {hasMail && <ChangeEmailDialog />}
      </div>
      {hasMail && email !== null && !verified && (
        <p className="mt-3 flex flex-wrap items-center gap-3">
          <ResendVerification />
        </p>
      )}
      {pendingEmail !== null && <PendingEmail email={pendingEmail} />}
      {!hasMail && <p className="mt-2 text-13 text-muted">{NO_MAIL}</p>}
    </Section>
  );
}
