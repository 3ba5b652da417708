import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { imageFields, mediaItem } from "@/lib/domain/writing/media/schema";
import { prepareImage, uploadImage } from "@/lib/domain/writing/media/upload";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#media */
export const images = {
  upload: apiOperation("POST /api/v1/images", {
    writes: null,
    scope: "write:media",
    summary: "Upload an image",
    description:
      "Accepts a PNG, JPEG, WebP or GIF of up to 5 MB, 50 megapixels across all frames, and 1,000 frames. The image is re-encoded without its metadata; animations are kept, and animated PNGs rejected. Use the id in the `media_ids` of a post within 24 hours.",
    budget: "images",
    file: { field: "image", maxBytes: MAX_IMAGE_BYTES, description: "A PNG, JPEG, WebP or GIF file." },
    body: imageFields,
    status: 201,
    returns: mediaItem,
    errors: ["conflict"],
    prepare: prepareImage,
    run: uploadImage,
  }),
};
