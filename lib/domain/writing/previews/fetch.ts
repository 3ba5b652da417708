import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";
import { env } from "@/lib/infra/environment/env";
import { findPublicUrlProblem } from "@/lib/infra/network/public-address";
import { sendToPublic } from "@/lib/infra/network/public-request";
import { type EncodedImage, reencodeWithin } from "@/lib/domain/writing/media/reencode";
import { asksNotToBeShown, decodeHtml, type PageFacts, readPageFacts } from "./page-facts";
import { siteOf } from "./links";
import { isAllowedBySite, ROBOT } from "./robots";
import {
  FETCH_TIMEOUT_MS,
  IMAGE_SIDE_PX,
  MAX_HTML_BYTES,
  MAX_IMAGE_BYTES,
  MAX_REDIRECTS,
  MAX_SOURCE_IMAGE_BYTES,
  MAX_URL_LENGTH,
} from "./rules";
import { awaitTurn } from "./turns";

type Answer = Awaited<ReturnType<typeof sendToPublic>> & { url: URL };

/** Fetches what a page says about itself, with its picture; null if it has no preview. Never rejects. */
export async function fetchPreview(
  url: string,
): Promise<(Omit<PageFacts, "image"> & { image: EncodedImage | null }) | null> {
  try {
    const facts = await fetchFacts(url);
    return facts && { ...facts, image: facts.image === null ? null : await fetchImage(facts.image, url) };
  } catch {
    // Whatever a stranger's server does is an outcome: there is nothing to show.
    return null;
  }
}

async function fetchFacts(url: string): Promise<PageFacts | null> {
  const accept = "text/html,application/xhtml+xml";
  const answer = await get(url, { linked: url, accept, maxBytes: MAX_HTML_BYTES });
  if (!answer || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(answer.headers["content-type"] ?? "")) return null;
  if (asksNotToBeShown(`${answer.headers["x-robots-tag"] ?? ""}`)) return null;
  return readPageFacts(decodeHtml(answer.bytes, answer.headers["content-type"]), answer.url.href);
}

/** Resolves to null for what cannot be fetched, is no picture or cannot be drawn small enough. */
async function fetchImage(url: string, linked: string): Promise<EncodedImage | null> {
  const answer = await get(url, { linked, accept: "image/*", maxBytes: MAX_SOURCE_IMAGE_BYTES });
  if (!answer || answer.isCut) return null;
  const options = { owner: "link previews", within: IMAGE_SIDE_PX, maxBytes: MAX_IMAGE_BYTES };
  return reencodeWithin(answer.bytes, options).catch(() => null);
}

interface Asked {
  /** The page that the post links to, whose site is asked for one page at a time. */
  linked: string;
  accept: string;
  maxBytes: number;
}

/**
 * Requests an address that a stranger chose, and follows its redirects, each checked like the first; within
 * `FETCH_TIMEOUT_MS` altogether. Resolves to undefined unless it is answered with 200, uncompressed: so few bytes could
 * become many.
 */
async function get(start: string, { linked, accept, maxBytes }: Asked): Promise<Answer | undefined> {
  const endsAt = performance.now() + FETCH_TIMEOUT_MS;
  const headers = { Accept: accept, "Accept-Encoding": "identity", "User-Agent": userAgent() };
  let url = parseUrl(start);
  for (let redirects = 0; url && redirects <= MAX_REDIRECTS; redirects++) {
    const left = () => endsAt - performance.now();
    if (url.href.length > MAX_URL_LENGTH || findPublicUrlProblem(url.href)) return undefined;
    const site = siteOf(url.href);
    if (site !== siteOf(linked) && !(await awaitTurn(site, left()))) return undefined;
    if (!(await isAllowedBySite(url, headers, left())) || left() <= 0) return undefined;
    const answer = await sendToPublic({ method: "GET", url, headers, timeoutMs: left(), maxBytes });
    const { status, headers: sent } = answer;
    if (status === 200) return (sent["content-encoding"] ?? "identity") === "identity" ? { ...answer, url } : undefined;
    url = [301, 302, 303, 307, 308].includes(status) && sent.location ? parseUrl(sent.location, url.href) : undefined;
  }
  return undefined;
}

/** Tells whose request it is, that a person linked the page, and where to complain. */
const userAgent = () => `${ROBOT}/1.0 (link preview; +${env().siteUrl})`;
