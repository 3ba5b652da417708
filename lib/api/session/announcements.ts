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
    summary: "Create an announcement",
    body: announcementDraft,
    status: 201,
    returns: announcement,
    errors: ["forbidden", "conflict"],
    run: announce,
  }),
  change: sessionOperation("PATCH /api/admin/announcements/{id}", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Change an announcement",
    body: announcementChange,
    returns: announcement,
    errors: ["forbidden", "not_found"],
    run: changeAnnouncement,
  }),
  end: sessionOperation("DELETE /api/admin/announcements/{id}", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "End an announcement",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: endAnnouncement,
  }),
  dismiss: sessionOperation("POST /api/announcements/{id}/dismiss", {
    writes: "notices",
    summary: "Dismiss an announcement",
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: dismissAnnouncement,
  }),
};
