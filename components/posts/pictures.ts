import { MAX_MEDIA } from "@/lib/domain/posts/rules";

/** A picture that is being attached to a post. */
export type Picture = { key: string; preview: string; alt: string } & (
  { phase: "sending"; sent: number } | { phase: "sent"; id: string } | { phase: "failed"; message: string }
);

export type PictureEvent =
  | { type: "added"; key: string; preview: string }
  | { type: "progressed"; key: string; sent: number }
  | { type: "arrived"; key: string; id: string }
  | { type: "failed"; key: string; message: string }
  | { type: "described"; key: string; alt: string }
  | { type: "removed"; key: string }
  | { type: "cleared" };

export function pictures(list: readonly Picture[], event: PictureEvent): readonly Picture[] {
  switch (event.type) {
    case "added":
      return list.length < MAX_MEDIA
        ? [...list, { key: event.key, preview: event.preview, alt: "", phase: "sending", sent: 0 }]
        : list;
    case "removed":
      return list.filter(({ key }) => key !== event.key);
    case "cleared":
      return [];
    default:
      return list.map((picture) => (picture.key === event.key ? changed(picture, event) : picture));
  }
}

function changed(
  { key, preview, alt, ...rest }: Picture,
  event: Exclude<PictureEvent, { type: "added" | "removed" | "cleared" }>,
): Picture {
  switch (event.type) {
    case "progressed":
      return { key, preview, alt, phase: "sending", sent: event.sent };
    case "arrived":
      return { key, preview, alt, phase: "sent", id: event.id };
    case "failed":
      return { key, preview, alt, phase: "failed", message: event.message };
    case "described":
      return { key, preview, ...rest, alt: event.alt };
  }
}

export const PICTURE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"];
