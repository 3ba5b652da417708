/** Returns the URL of the sign-in page, which leads back to `path` on this site, by default the current page. */
export function loginHref(path = location.pathname + location.search) {
  return `/login?callbackURL=${encodeURIComponent(path)}`;
}
