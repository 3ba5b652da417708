import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { AnnouncementForm, AnnouncementItem } from "@/components/administration/announcement-form";
import { NextPage } from "@/components/ui/load-more";
import { Lead, Section, Rows } from "@/components/ui/section";
import { requireAdminPage } from "@/lib/auth/require";
import { listAnnouncements } from "@/lib/domain/deployment/announcements/queries";
import type { Announcement } from "@/lib/domain/deployment/announcements/schema";

export const metadata: Metadata = { title: "Announcements" };

export default async function AdminAnnouncementsPage({ searchParams }: PageProps<"/admin/announcements">) {
  const { cursor } = await searchParams;
  const ctx = await requireAdminPage("/admin/announcements");
  const page = await pageAtCursor(cursor, (cursor) => listAnnouncements(ctx, { limit: 20, cursor }));
  const isInForce = ({ endedAt, until }: Announcement) =>
    endedAt === null && (until === null || Date.parse(until) > ctx.now.getTime());
  return (
    <>
      <Section id="new-announcement" title="Tell everybody">
        <Lead>A bar on top of every page, for members and visitors, until they dismiss it.</Lead>
        <AnnouncementForm />
      </Section>
      <Section id="announcements" title="Announcements">
        <Rows of={page.data} empty="No announcements yet.">
          {(announcement) => (
            <AnnouncementItem key={announcement.id} announcement={announcement} isInForce={isInForce(announcement)} />
          )}
        </Rows>
        <NextPage of="/admin/announcements" cursor={page.nextCursor} />
      </Section>
    </>
  );
}
