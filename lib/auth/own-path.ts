import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

const ANYWHERE = "http://own.invalid";

/** Returns the path on this site to continue at after sign-in; a URL that leads off the site becomes `/`. */
export function ownPath(callbackURL: string | string[] | undefined): string {
  const wanted = typeof callbackURL === "string" ? callbackURL : "/";
  // Before resolving a URL, browsers treat a backslash as a slash and strip tabs and line breaks.
  if (!/^\/(?![/\\])/.test(wanted) || /[\\\s]/.test(wanted)) return "/";
  const url = parseUrl(wanted, ANYWHERE);
  if (!url) return "/";
  const path = url.pathname + url.search + url.hash;
  // Resolving dot segments can leave two leading slashes: `/..//elsewhere`.
  return url.origin === ANYWHERE && !path.startsWith("//") ? path : "/";
}
