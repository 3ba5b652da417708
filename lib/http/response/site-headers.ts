export const SITE_HEADERS = {
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
  // Browsers only honour it over HTTPS.
  "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
};

/** Additional headers of responses below /api. */
export const API_HEADERS = { "Cross-Origin-Opener-Policy": "same-origin" };

/** Additional headers of the public API. Pages get their policy, with a nonce, from the middleware. */
export const PUBLIC_API_HEADERS = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };
