/** What rendered Markdown may contain, listed again here, so that a mistake in the renderer's own list is noticed. */
const TAGS =
  "a blockquote br code del div em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup table tbody td th thead tr ul";
const ATTRIBUTES =
  "align alt aria-describedby aria-label checked class data-footnote-backref data-footnote-ref data-footnotes decoding disabled href id loading referrerpolicy rel src start tabindex target title type";
const VOID = new Set(["br", "hr", "img", "input"]);
const CLASSES =
  /^(contains-task-list|task-list-item|table-frame|footnotes|sr-only|data-footnote-backref|language-\S+)$/;
const LINK = /^(https?:|ircs?:|mailto:|xmpp:|[^:]*$|[^:]*?[/?#])/i;

const tags = new Set(TAGS.split(" "));
const attributes = new Set(ATTRIBUTES.split(" "));

/** Returns everything in `html` that is not clearly safe and well formed. Images are safe if they belong to `site`. */
export function faultsOf(html: string, site: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  for (const token of html.match(/<(?:[^">]|"[^"]*")*>|<|[^<]+/g) ?? []) {
    if (!token.startsWith("<")) continue;
    const [, slash, name = "", rest = ""] = /^<(\/?)([a-z0-9]+)((?: [a-z-]+(?:="[^"]*")?)*)>$/.exec(token) ?? [];
    if (!tags.has(name)) faults.push(token);
    else if (slash && open.pop() !== name) faults.push(`${token} closes another`);
    if (name === "a" && !slash && open.includes("a")) faults.push("a link in a link");
    if (!slash && !VOID.has(name)) open.push(name);
    for (const [, attribute = "", quoted = ""] of rest.matchAll(/ ([a-z-]+)(?:="([^"]*)")?/g)) {
      if (!isSafe(name, attribute, decoded(quoted), site)) faults.push(`${attribute}="${quoted}" of <${name}>`);
    }
  }
  if (open.length > 0) faults.push(`left open: ${open.join(" ")}`);
  return faults;
}

function isSafe(tag: string, attribute: string, value: string, site: string): boolean {
  if (!attributes.has(attribute)) return false;
  if (attribute === "class") return value.split(" ").every((name) => CLASSES.test(name));
  if (attribute === "id") return /^((user-content|section)-.*|footnote-label)$/s.test(value);
  if (attribute === "href") return LINK.test(value);
  if (attribute === "src")
    return tag === "img" && /^\/api\/(media|avatars)\//.test(value.startsWith(site) ? value.slice(site.length) : value);
  return true;
}

const decoded = (text: string) =>
  text
    .replace(/&#x([0-9A-F]+);/g, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16)))
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
