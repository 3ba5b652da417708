import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { NotificationsList } from "@/components/notifications/notifications-list";
import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: PageProps<"/notifications">) {
  const { cursor, kind: wanted } = await searchParams;
  const ctx = await requireContext("/notifications");
  const kind = wanted === "mentions" ? wanted : undefined;
  const [page, unread] = await Promise.all([
    pageAtCursor(cursor, (cursor) => listNotifications(ctx, { limit: 30, cursor, kind })),
    countUnread(ctx),
  ]);
  const settings = (
    <LinkButton href="/settings/notifications" prefetch={false} variant="bare">
      <Icon name="settings" />
      Settings
    </LinkButton>
  );
  return (
    <>
      <PageHeading title="Notifications" actions={settings} />
      <NotificationsList key={kind} tab={kind ?? "all"} first={page} unread={unread} />
    </>
  );
}
