import { hash } from "node:crypto";

/** Ignores `volatile` number fields such as `views`. @param version changes only with edits; the ETag begins with it */
export function strongEtag(body: string, volatile: readonly string[], version?: string): string {
  // JSON escapes quotes inside strings, so this pattern matches only field names.
  const stable = volatile.reduce((text, field) => text.replace(new RegExp(`(?<!\\\\)"${field}":\\d+`, "g"), ""), body);
  const digest = hash("sha1", stable, "base64url");
  return version === undefined ? `"${digest}"` : `"${version}-${digest}"`;
}

/** The hash at the end of an ETag with a version. */
const HASH = /-[\w-]{27}$/;

/**
 * Returns the versions in `If-Match`; undefined if the header is absent or `*`. The comparison is strong (RFC 9110), so
 * a weak tag matches nothing. A concurrent like changes the ETag but not the version, so it does not block an edit.
 */
export function requiredVersions(request: Request): string[] | undefined {
  const given = request.headers.get("if-match");
  if (given === null || given.trim() === "*") return undefined;
  return given.split(",").flatMap((tag) => /^"(.*)"$/.exec(tag.trim())?.[1]?.replace(HASH, "") ?? []);
}

/** Whether the client's copy is current (`If-None-Match`, compared weakly as RFC 9110 requires). */
export function notModified(request: Request, etag: string): boolean {
  const given = request.headers.get("if-none-match");
  if (given === null) return false;
  return given.trim() === "*" || given.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
