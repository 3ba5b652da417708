import { MAX_IMAGE_BYTES } from "@/lib/domain/media/rules";
import { imageFields, mediaItem } from "@/lib/domain/media/schema";
import { prepareImage, uploadImage } from "@/lib/domain/media/upload";
import { endpoint } from "@/lib/http/endpoint";

/** 4.7 */
export const images = {
  upload: endpoint("POST /api/v1/images", {
    scope: "write:media",
    summary: "Upload an image",
    description:
      "Takes a PNG, JPEG, WebP or GIF of up to 5 MB and 50 megapixels, all its frames together, of which it may have 1,000. It is drawn anew, without its camera data; animations stay animated. Put the id into `media_ids` of a post within 24 hours.",
    idempotent: true,
    budget: "images",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "a PNG, JPEG, WebP or GIF file" },
    body: imageFields,
    status: 201,
    returns: mediaItem,
    prepare: prepareImage,
    run: uploadImage,
  }),
};
