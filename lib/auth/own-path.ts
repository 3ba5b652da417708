const ANYWHERE = "http://own.invalid";

/** A path of this site to go on to after signing in; anything that would lead elsewhere becomes the front page. */
export function ownPath(callbackURL: string | string[] | undefined): string {
  const wanted = typeof callbackURL === "string" ? callbackURL : "/";
  // Browsers read a backslash as a slash, and skip tabs and line ends, before they resolve.
  if (!/^\/(?![/\\])/.test(wanted) || /[\\\s]/.test(wanted) || !URL.canParse(wanted, ANYWHERE)) return "/";
  const url = new URL(wanted, ANYWHERE);
  const path = url.pathname + url.search + url.hash;
  // Dots, once resolved, can leave two slashes in front: `/..//elsewhere`.
  return url.origin === ANYWHERE && !path.startsWith("//") ? path : "/";
}
