import {
  announce,
  changeAnnouncement,
  dismissAnnouncement,
  endAnnouncement,
} from "@/lib/domain/announcements/commands";
import { announcement, announcementChange, announcementDraft } from "@/lib/domain/announcements/schema";
import { sessionOperation } from "@/lib/http/operation";

/** Announcements by admins at the top of every page. */
export const announcements = {
  announce: sessionOperation("POST /api/admin/announcements", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: announcementDraft,
    status: 201,
    returns: announcement,
    run: announce,
  }),
  change: sessionOperation("PATCH /api/admin/announcements/{id}", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    body: announcementChange,
    returns: announcement,
    run: changeAnnouncement,
  }),
  end: sessionOperation("DELETE /api/admin/announcements/{id}", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    returns: null,
    run: endAnnouncement,
  }),
  dismiss: sessionOperation("POST /api/announcements/{id}/dismiss", {
    writes: "notices",
    returns: null,
    run: dismissAnnouncement,
  }),
};
