import { createHash } from "node:crypto";

/** Returns a strong validator of a JSON body, which ignores `volatile` number fields such as `views`. */
export function strongEtag(body: string, volatile: readonly string[]): string {
  // JSON escapes quotes inside strings, so this pattern matches only field names.
  const stable = volatile.reduce((text, field) => text.replace(new RegExp(`(?<!\\\\)"${field}":\\d+`, "g"), ""), body);
  return `"${createHash("sha1").update(stable).digest("base64url")}"`;
}

/** Whether the client's copy is current (`If-None-Match`, compared weakly as RFC 9110 requires). */
export function notModified(request: Request, etag: string): boolean {
  const given = request.headers.get("if-none-match");
  if (given === null) return false;
  return given.trim() === "*" || given.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
