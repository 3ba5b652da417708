/** Headers of every response. */
export const SITE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  // Browsers heed it over HTTPS alone.
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
};

/** What responses below /api have beside. */
export const API_HEADERS = { "Cross-Origin-Opener-Policy": "same-origin" };

/** What those of the public API have beside. Pages get their policy, with a nonce, from the middleware. */
export const PUBLIC_API_HEADERS = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };
