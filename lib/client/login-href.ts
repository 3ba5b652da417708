/** Returns the URL of the sign-in page, which leads back to `path`, one of our own. */
export function loginHref(path: string) {
  return `/login?callbackURL=${encodeURIComponent(path)}`;
}
