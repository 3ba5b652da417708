const KIB = 1024;
const MIB = 1024 * KIB;

/** A form's boundaries, headers and other fields around its file. */
const FORM_OVERHEAD_BYTES = 64 * KIB;

/** Bytes that a request may bring to these paths; to pages and files, none. The routes answer what is larger in their own shape. */
export const BODY_LIMITS = {
  json: 256 * KIB,
  /** A name, a password, a few addresses. */
  signIn: 16 * KIB,
  upload: 5 * MIB + FORM_OVERHEAD_BYTES,
  /** Inngest sends back what the steps of a run have answered. Hosts with a smaller cap take 4.5 MB. */
  inngest: 4 * MIB,
};

const UPLOADS = ["/api/v1/images", "/api/images", "/api/account/picture"];

/** The most that a path of ours reads of a request's body, in bytes. */
export function bodyLimitOf(path) {
  if (!path.startsWith("/api/")) return 0;
  if (UPLOADS.includes(path)) return BODY_LIMITS.upload;
  if (path.startsWith("/api/auth/")) return BODY_LIMITS.signIn;
  return path === "/api/inngest" ? BODY_LIMITS.inngest : BODY_LIMITS.json;
}

export function hasBody({ headers }) {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

/** Whether a body of this size is refused before anything reads it: no route would do it in a shape of its own. */
export function isRefusedAtEntry(request, path) {
  if (!hasBody(request)) return false;
  const limit = bodyLimitOf(path);
  return limit === 0 || (path === "/api/inngest" && Number(request.headers["content-length"] ?? 0) > limit);
}
