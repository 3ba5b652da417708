import { openImage } from "@/lib/domain/media/queries";
import { drawPicture } from "@/lib/domain/users/picture";

/** What answers a file and not JSON, for `serveFile`. */
export const files = {
  image: openImage,
  avatar: drawPicture,
};
