/** A–Z a–z 0–9 - . _ ~, written as escapes: the same address in another spelling (RFC 3986, 6.2.2.2). */
const ESCAPED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;
const AUTHORITY = /^https?:\/\/[^/?#]*/i;
/** Bytes that do not belong in an address, as clients send them that leave the escaping to others. */
const RAW_BYTE = /[^\x21-\x7e]/g;
const IRREGULAR = /\\|\/\/|\/\.{1,2}(?=\/|$)/;

/**
 * Reads a request's target into the one spelling that limits, middleware and routes all see.
 *
 * - `regular`: served as it stands, with escapes of unreserved characters decoded.
 * - `irregular`: dot segments, empty segments or backslashes. `path` is what it resolves to; `claimed` is how it began.
 * - `unreadable`: broken escapes, NUL or a fragment. It names nothing.
 *
 * Undefined for what is no address at all (`*`, `nonsense`).
 */
export function readTarget(target) {
  const absolute = AUTHORITY.exec(target)?.[0];
  if (absolute && !URL.canParse(absolute)) return undefined;
  const relative = absolute ? target.slice(absolute.length).replace(/^(?!\/)/, "/") : target;
  if (!relative.startsWith("/")) return undefined;
  const end = relative.indexOf("?");
  const raw = end === -1 ? relative : relative.slice(0, end);
  const search = end === -1 ? "" : relative.slice(end).replace(RAW_BYTE, escapeByte);
  const path = raw.replace(RAW_BYTE, escapeByte).replace(ESCAPED_UNRESERVED, decodeURIComponent);
  if (relative.includes("#") || !isReadable(path)) return { kind: "unreadable", path, search };
  if (IRREGULAR.test(path)) return { kind: "irregular", path: resolve(path), claimed: path, search };
  return { kind: "regular", path, search };
}

function isReadable(path) {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Never more than one slash in front: `//host/` would be somebody else's address. */
function resolve(path) {
  const kept = [];
  const segments = path.split(/[\\/]/);
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  const isFolder = kept.length > 0 && ["", ".", ".."].includes(segments.at(-1));
  return `/${kept.join("/")}${isFolder ? "/" : ""}`;
}

function escapeByte(byte) {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
