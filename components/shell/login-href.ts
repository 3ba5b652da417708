/** The sign-in page that leads back to `path`, one of our own. */
export function loginHref(path: string) {
  return `/login?callbackURL=${encodeURIComponent(path)}`;
}
