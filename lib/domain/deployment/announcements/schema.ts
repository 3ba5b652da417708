import { z } from "zod";
import { markdown } from "@/lib/domain/kernel/text/schema";
import { ANNOUNCEMENT_LENGTH } from "./rules";

const moment = z.iso.datetime();

/** Without `until` it stays until somebody ends it. */
export const announcementDraft = z.strictObject({
  content: markdown("An announcement", ANNOUNCEMENT_LENGTH),
  until: moment.nullable().default(null),
});

export type AnnouncementDraft = z.output<typeof announcementDraft>;

/** Omitted fields stay unchanged. */
export const announcementChange = z.strictObject({
  content: announcementDraft.shape.content.optional(),
  until: moment.nullable().optional(),
});

export type AnnouncementChange = z.output<typeof announcementChange>;

export const announcement = z.object({
  id: z.string(),
  content: z.string(),
  html: z.string().nullable(),
  until: moment.nullable(),
  endedAt: moment.nullable(),
  createdAt: moment,
});

export type Announcement = z.output<typeof announcement>;
