import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { AnnouncementForm } from "@/components/administration/announcement-form";
import { AnnouncementItem } from "@/components/administration/announcement-item";
import { LoadMore } from "@/components/ui/load-more";
import { requireAdminPage } from "@/lib/auth/require";
import { listAnnouncements } from "@/lib/domain/announcements/queries";
import type { Announcement } from "@/lib/domain/announcements/schema";

export const metadata: Metadata = { title: "Announcements" };

export default async function AdminAnnouncementsPage({ searchParams }: PageProps<"/admin/announcements">) {
  const { cursor } = await searchParams;
  const ctx = await requireAdminPage("/admin/announcements");
  const page = await pageAtCursor(cursor, (cursor) => listAnnouncements(ctx, { limit: 20, cursor }));
  const isInForce = ({ endedAt, until }: Announcement) =>
    endedAt === null && (until === null || Date.parse(until) > ctx.now.getTime());
  return (
    <>
      <section aria-labelledby="new-announcement">
        <h2 id="new-announcement" className="mb-2 text-21">
          Tell everybody
        </h2>
        <p className="mb-4 max-w-prose text-muted">
          A bar on top of every page, for members and visitors, until they dismiss it.
        </p>
        <AnnouncementForm />
      </section>
      <section aria-labelledby="announcements">
        <h2 id="announcements" className="mb-4 text-21">
          Announcements
        </h2>
        {page.data.length === 0 ? (
          <p className="text-muted">No announcements yet.</p>
        ) : (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {page.data.map((announcement) => (
              <AnnouncementItem key={announcement.id} announcement={announcement} isInForce={isInForce(announcement)} />
            ))}
          </ul>
        )}
        {page.nextCursor && <LoadMore href={`/admin/announcements?cursor=${page.nextCursor}`} />}
      </section>
    </>
  );
}
