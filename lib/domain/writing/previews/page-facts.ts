import { Parser } from "htmlparser2";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";
import { hasVisibleCharacter, isText, truncate, withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { MAX_DESCRIPTION, MAX_SITE_NAME, MAX_TITLE, MAX_URL_LENGTH } from "./rules";

/** What a page says about itself. */
export interface PageFacts {
  title: string;
  description: string;
  siteName: string;
  /** The address of its picture. */
  image: string | null;
}

/** Pages are parsed in pieces, so that nothing is parsed after their heads. */
const PIECE = 16 * 1024;
/** Elements that are read of a page. */
const MAX_ELEMENTS = 2000;
/** How deep they are nested at most. The parser looks through all open elements for each that is closed. */
const MAX_DEPTH = 50;
/** Characters of a title, or names of a page's facts, beyond which nothing more is collected. */
const MAX_COLLECTED = 2000;

/** Reads what a page says about itself; null if that is nothing, or it asks not to be shown. */
export function readPageFacts(html: string, url: string): PageFacts | null {
  const { named, title, base } = readHead(html);
  const robots = named.get("robots") ?? "";
  if (asksNotToBeShown(robots)) return null;
  const first = (...names: string[]) => names.map((name) => clean(named.get(name) ?? "")).find((text) => text !== "");
  const shownTitle = first("og:title", "twitter:title") ?? clean(title);
  if (shownTitle === "") return null;
  const picture = first("og:image:secure_url", "og:image", "og:image:url", "twitter:image", "twitter:image:src");
  return {
    title: truncate(shownTitle, MAX_TITLE),
    description: truncate(first("og:description", "twitter:description", "description") ?? "", MAX_DESCRIPTION),
    siteName: truncate(first("og:site_name") ?? new URL(url).hostname.replace(/^www\./, ""), MAX_SITE_NAME),
    image: picture === undefined ? null : (parseUrl(picture, parseUrl(base, url)?.href ?? url)?.href ?? null),
  };
}

/** Whether directives for robots ask not to show a page's words elsewhere. */
export const asksNotToBeShown = (directives: string): boolean => /\b(?:none|noindex|nosnippet)\b/i.test(directives);

/** Reads the named facts in a page's head, each as it is said first, its title and the base of its addresses. */
function readHead(html: string): { named: Map<string, string>; title: string; base: string } {
  const named = new Map<string, string>();
  let [title, base] = ["", ""];
  let [isInTitle, isOver] = [false, false];
  let [elements, depth] = [0, 0];
  const parser = new Parser({
    onopentag(tag, attributes) {
      elements += 1;
      depth += 1;
      if (tag === "body" || elements > MAX_ELEMENTS || depth > MAX_DEPTH) isOver = true;
      if (isOver) return;
      if (tag === "title") isInTitle = title === "";
      if (tag === "base") base ||= attributes.href ?? "";
      if (tag === "meta") collect(named, attributes);
    },
    ontext(text) {
      if (isInTitle && !isOver && title.length < MAX_COLLECTED) title += text.slice(0, MAX_COLLECTED);
    },
    onclosetag(tag) {
      depth -= 1;
      if (tag === "title") isInTitle = false;
      if (tag === "head") isOver = true;
    },
  });
  for (let at = 0; at < html.length && !isOver; at += PIECE) parser.write(html.slice(at, at + PIECE));
  return { named, title, base: base.slice(0, MAX_URL_LENGTH) };
}

function collect(named: Map<string, string>, { property, name, content }: Record<string, string>): void {
  const key = (property ?? name)?.toLowerCase();
  if (key === undefined || content === undefined || named.has(key) || named.size >= MAX_COLLECTED) return;
  named.set(key, content.slice(0, MAX_COLLECTED));
}

/** Makes a line of visible text of what a stranger wrote. */
function clean(text: string): string {
  const line = withoutBidiControls([...text].filter(isText).join(""))
    .replace(/\s+/g, " ")
    .trim();
  return hasVisibleCharacter(line) ? line : "";
}

/** Decodes a page as its header or its first bytes say; as UTF-8 if they say nothing that is known. */
export function decodeHtml(bytes: Uint8Array, contentType = ""): string {
  const beginning = Buffer.from(bytes.subarray(0, 1024)).toString("latin1");
  const label = /charset\s*=\s*["']?([\w-]{1,40})/i;
  const named = (label.exec(contentType) ?? label.exec(beginning))?.[1] ?? "utf-8";
  try {
    return new TextDecoder(named).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
