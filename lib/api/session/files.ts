import { openImage } from "@/lib/domain/writing/media/queries";
import { drawAvatar } from "@/lib/domain/accounts/users/avatar";
import { openPreviewImage } from "@/lib/domain/writing/previews/queries";

/** Operations that return a file instead of JSON, for `serveFile`. */
export const files = {
  image: openImage,
  avatar: drawAvatar,
  preview: openPreviewImage,
};
