/** Returns the URL of the sign-in page, which leads back to `path`, one of our own; to the current page by default. */
export function loginHref(path = location.pathname + location.search) {
  return `/login?callbackURL=${encodeURIComponent(path)}`;
}
