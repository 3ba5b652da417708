export type RequestTarget =
  | { kind: "regular" | "unreadable"; path: string; search: string }
  | { kind: "irregular"; path: string; unresolved: string; search: string };

/** A–Z a–z 0–9 - . _ ~, written as escapes: the same address in another spelling (RFC 3986, 6.2.2.2). */
const ESCAPED_UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;
const AUTHORITY = /^https?:\/\/[^/?#]*/i;
/** Bytes that must be escaped in a URL; some clients leave that to the server. */
const RAW_BYTE = /[^\x21-\x7e]/g;
const IRREGULAR = /\\|\/\/|\/\.{1,2}(?=\/|$)/;

/** Whether a path is for programs rather than people: operations, the Model Context Protocol, and OAuth's metadata. */
export function isApi(path: string): boolean {
  return path.startsWith("/api/") || path === "/mcp" || path.startsWith("/.well-known/oauth-");
}

/**
 * Parses a request target into the one spelling that limits, middleware and routes all see.
 *
 * - `regular`: served unchanged, except that escapes of unreserved characters are decoded.
 * - `irregular`: has dot segments, empty segments or backslashes. `path` is what `unresolved` resolves to.
 * - `unreadable`: has broken escapes, NUL or a fragment. It names nothing.
 *
 * Returns undefined for a target that is not a URL (`*`, `nonsense`).
 */
export function parseRequestTarget(target: string): RequestTarget | undefined {
  const origin = AUTHORITY.exec(target)?.[0];
  if (origin && !URL.canParse(origin)) return undefined;
  const relative = origin ? target.slice(origin.length).replace(/^(?!\/)/, "/") : target;
  if (!relative.startsWith("/")) return undefined;
  const end = relative.indexOf("?");
  const raw = end === -1 ? relative : relative.slice(0, end);
  const search = end === -1 ? "" : relative.slice(end).replace(RAW_BYTE, escapeByte);
  const path = raw
    .replace(RAW_BYTE, escapeByte)
    .replace(ESCAPED_UNRESERVED, decodeURIComponent)
    .replace(/^\/mcp\/$/, "/mcp");
  if (relative.includes("#") || !isReadable(path)) return { kind: "unreadable", path, search };
  if (IRREGULAR.test(path)) return { kind: "irregular", path: resolve(path), unresolved: path, search };
  return { kind: "regular", path, search };
}

function isReadable(path: string): boolean {
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

/** Resolves dot and empty segments. The result has one leading slash: `//host/` would be another site's address. */
function resolve(path: string): string {
  const kept: string[] = [];
  const segments = path.split(/[\\/]/);
  for (const segment of segments) {
    if (segment === "..") kept.pop();
    else if (segment !== "" && segment !== ".") kept.push(segment);
  }
  const isFolder = kept.length > 0 && ["", ".", ".."].includes(segments.at(-1) ?? "");
  return `/${kept.join("/")}${isFolder ? "/" : ""}`;
}

function escapeByte(byte: string): string {
  return `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}
