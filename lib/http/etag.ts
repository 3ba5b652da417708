import { createHash } from "node:crypto";

/** A strong validator of a JSON body. `volatile` number fields, such as `views`, do not count. */
export function strongEtag(body: string, volatile: readonly string[]): string {
  // A quote inside a string value is escaped in JSON, so the pattern finds field names alone.
  const stable = volatile.reduce((text, field) => text.replace(new RegExp(`(?<!\\\\)"${field}":\\d+`, "g"), ""), body);
  return `"${createHash("sha1").update(stable).digest("base64url")}"`;
}

/** Whether the client's copy is the current one (`If-None-Match`, compared weakly as RFC 9110 has it). */
export function notModified(request: Request, etag: string): boolean {
  const given = request.headers.get("if-none-match");
  if (given === null) return false;
  return given.trim() === "*" || given.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
