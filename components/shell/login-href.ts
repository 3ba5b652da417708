/** Where to sign in, and come back to. `path` is one of our own. */
export function loginHref(path: string) {
  return `/login?callbackURL=${encodeURIComponent(path)}`;
}
