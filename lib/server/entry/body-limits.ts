import type { IncomingMessage } from "node:http";
import { MAX_IMAGE_BYTES } from "@/lib/domain/writing/media/rules";
import { FORM_OVERHEAD_BYTES, MAX_JSON_BYTES, MAX_SIGN_IN_BYTES } from "@/lib/http/body/body-limits";
import { isApi } from "./request-target";

/** The largest body per kind of path; pages and files accept none. Routes reject a larger one in their own format. */
export const BODY_LIMITS = {
  json: MAX_JSON_BYTES,
  signIn: MAX_SIGN_IN_BYTES,
  upload: MAX_IMAGE_BYTES + FORM_OVERHEAD_BYTES,
  /** Inngest sends back the results of a run's steps. Hosts with a smaller cap take 4.5 MB. */
  inngest: 4 * 1024 * 1024,
};

const UPLOAD_PATHS = ["/api/v1/images", "/api/images", "/api/account/avatar", "/api/admin/site/logo"];

/** No longer than an image. */
const PART_OF_ARCHIVE = /^\/api\/imports\/\w+\/parts$/;

type WithHeaders = Pick<IncomingMessage, "headers">;

/** Returns how many bytes of a request's body the route at a path reads at most. */
export function bodyLimitOf(path: string): number {
  if (!isApi(path)) return 0;
  if (UPLOAD_PATHS.includes(path) || PART_OF_ARCHIVE.test(path)) return BODY_LIMITS.upload;
  if (path.startsWith("/api/auth/")) return BODY_LIMITS.signIn;
  return path === "/api/inngest" ? BODY_LIMITS.inngest : BODY_LIMITS.json;
}

export function hasBody({ headers }: WithHeaders): boolean {
  return headers["transfer-encoding"] !== undefined || announcedBytes({ headers }) > 0;
}

/** Whether the server rejects the body before anything reads it, because no route would reject it in its own format. */
export function isRejectedAtEntry(request: WithHeaders, path: string): boolean {
  if (!hasBody(request)) return false;
  const limit = bodyLimitOf(path);
  return limit === 0 || (path === "/api/inngest" && announcedBytes(request) > limit);
}

export function announcedBytes({ headers }: WithHeaders): number {
  return Number(headers["content-length"] ?? 0);
}
