import { AnnouncementBar } from "@/components/announcements/announcement-bar";
import { currentSite } from "@/lib/domain/site/current";
import type { Viewer } from "@/lib/domain/users/viewer";

/** Announcements, on top of every page. Only the browser knows which ones a visitor has dismissed. */
export async function Announcements({ viewer }: { viewer: Viewer | null }) {
  const { announcements } = await currentSite();
  const shown = announcements.filter(
    ({ id, until }) =>
      !viewer?.dismissedAnnouncements.includes(id) && (until === null || Date.parse(until) > Date.now()),
  );
  return shown.map((announcement) => (
    <AnnouncementBar key={announcement.id} announcement={announcement} isMember={viewer !== null} />
  ));
}
