import type { Metadata } from "next";
import { DigestForm } from "@/components/notifications/digest-form";
import { NotificationSettingsForm } from "@/components/notifications/notification-settings-form";
import { ThisDevice } from "@/components/notifications/this-device";
import { Lead, Section } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { isMailSetUp } from "@/lib/domain/accounts/mail/queries";
import { getDigestSettings } from "@/lib/domain/consequences/digest/settings";
import { getNotificationSettings } from "@/lib/domain/consequences/notifications/settings";
import { getPushSubscription } from "@/lib/domain/consequences/push/queries";
import { applicationServerKey } from "@/lib/domain/consequences/push/vapid";

export const metadata: Metadata = { title: "Notification settings" };

export default async function NotificationSettingsPage() {
  const ctx = await requireContext("/settings/notifications");
  const [settings, subscription] = await Promise.all([getNotificationSettings(ctx), getPushSubscription(ctx)]);
  const key = applicationServerKey();
  return (
    <div className="flex max-w-130 flex-col gap-12">
      {key && (
        <Section id="this-device" title="On this device">
          <ThisDevice applicationServerKey={key} showsPrivate={subscription?.showsPrivate ?? null} />
        </Section>
      )}
      <Section id="kinds" title="What you’re notified of">
        <Lead>
          From now on. Decisions about your account and sign-ins always reach you, and a single conversation is muted in
          the menu of its post.
        </Lead>
        <NotificationSettingsForm settings={settings} hasPush={key !== null} />
      </Section>
      {isMailSetUp() && (
        <Section id="digest" title="Daily digest">
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
