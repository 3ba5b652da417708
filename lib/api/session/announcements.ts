import {
  createAnnouncement,
  changeAnnouncement,
  dismissAnnouncement,
  endAnnouncement,
} from "@/lib/domain/deployment/announcements/commands";
import { announcement, announcementChange, announcementDraft } from "@/lib/domain/deployment/announcements/schema";
import { sessionOperation } from "@/lib/http/operation";
import { adminChange } from "./admin-change";

export const announcements = {
  create: sessionOperation("POST /api/admin/announcements", {
    ...adminChange,
    body: announcementDraft,
    status: 201,
    returns: announcement,
    run: createAnnouncement,
  }),
  change: sessionOperation("PATCH /api/admin/announcements/{id}", {
    ...adminChange,
    body: announcementChange,
    returns: announcement,
    run: changeAnnouncement,
  }),
  end: sessionOperation("DELETE /api/admin/announcements/{id}", {
    ...adminChange,
    returns: null,
    run: endAnnouncement,
  }),
  dismiss: sessionOperation("POST /api/announcements/{id}/dismiss", {
    writes: "notices",
    returns: null,
    run: dismissAnnouncement,
  }),
};
