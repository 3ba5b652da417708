import { images as api } from "@/lib/api/v1/images";
import { describeImage } from "@/lib/domain/writing/media/commands";
import { imageFields } from "@/lib/domain/writing/media/schema";
import { sessionOperation, sessionRoute } from "@/lib/http/operation";

/** The alt text may follow the upload, which starts while it is being written. */
export const images = {
  upload: sessionRoute(api.upload),
  describe: sessionOperation("PATCH /api/images/{id}", {
    writes: "profile",
    body: imageFields.required(),
    returns: null,
    run: describeImage,
  }),
};
