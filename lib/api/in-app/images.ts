import { describeImage } from "@/lib/domain/media/commands";
import { imageFields } from "@/lib/domain/media/schema";
import { appEndpoint } from "@/lib/http/endpoint";

/** The words for an image can follow it: an upload starts before they are written. */
export const images = {
  describe: appEndpoint("PATCH /api/images/{id}", {
    writes: "profile",
    summary: "Describe an image",
    body: imageFields.required(),
    status: 204,
    returns: null,
    errors: ["not_found"],
    run: describeImage,
  }),
};
