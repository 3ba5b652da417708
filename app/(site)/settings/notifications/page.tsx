import type { Metadata } from "next";
import { NotificationSettingsForm } from "@/components/notifications/notification-settings-form";
import { Lead, Section } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { getNotificationSettings } from "@/lib/domain/consequences/notifications/settings";

export const metadata: Metadata = { title: "Notification settings" };

export default async function NotificationSettingsPage() {
  const ctx = await requireContext("/settings/notifications");
  return (
    <Section id="on-the-site" title="On the site" className="max-w-130">
      <Lead>
        What you’re notified of from now on. Decisions about your account and sign-ins always reach you, and a single
        conversation is muted in the menu of its post.
      </Lead>
      <NotificationSettingsForm settings={await getNotificationSettings(ctx)} />
    </Section>
  );
}
