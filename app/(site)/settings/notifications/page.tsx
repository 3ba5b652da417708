import type { Metadata } from "next";
import { DigestForm } from "@/components/notifications/digest-form";
import { NotificationSettingsForm } from "@/components/notifications/notification-settings-form";
import { Lead, Section } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { getDigestSettings } from "@/lib/domain/consequences/digest/settings";
import { getNotificationSettings } from "@/lib/domain/consequences/notifications/settings";

export const metadata: Metadata = { title: "Notification settings" };

export default async function NotificationSettingsPage() {
  const ctx = await requireContext("/settings/notifications");
  return (
    <div className="flex flex-col gap-12">
      <Section id="on-the-site" title="On the site" className="max-w-130">
        <Lead>
          What you’re notified of from now on. Decisions about your account and sign-ins always reach you, and a single
          conversation is muted in the menu of its post.
        </Lead>
        <NotificationSettingsForm settings={await getNotificationSettings(ctx)} />
      </Section>
      {isMailSetUp() && (
        <Section id="digest" title="Daily digest" className="max-w-130">
          <Lead>
            One e-mail a day with how much you missed and from whom, without anybody’s words. None on a day without
            anything new.
          </Lead>
          <DigestForm settings={await getDigestSettings(ctx)} />
        </Section>
      )}
    </div>
  );
}
