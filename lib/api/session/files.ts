import { openImage } from "@/lib/domain/media/queries";
import { drawPicture } from "@/lib/domain/users/avatar";

/** Operations that return a file instead of JSON, for `serveFile`. */
export const files = {
  image: openImage,
  avatar: drawPicture,
};
