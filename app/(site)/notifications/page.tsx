import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { NotificationsList } from "@/components/notifications/notifications-list";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { countUnread } from "@/lib/domain/consequences/notifications/unread";

export const metadata: Metadata = { title: "Notifications" };

export default async function NotificationsPage({ searchParams }: PageProps<"/notifications">) {
  const { cursor } = await searchParams;
  const ctx = await requireContext("/notifications");
  const [page, unread] = await Promise.all([
    pageAtCursor(cursor, (cursor) => listNotifications(ctx, { limit: 30, cursor })),
    countUnread(ctx),
  ]);
  return (
    <>
      <PageHeading title="Notifications" />
      {page.data.length === 0 ? (
        <EmptyState icon="bell-ring" title="Nothing yet" next={{ href: "/posts/new", label: "Write a post" }}>
          Likes, comments, mentions and new followers will show up here.
        </EmptyState>
      ) : (
        <NotificationsList first={page} unread={unread} />
      )}
    </>
  );
}
