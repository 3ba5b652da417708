import { createHash } from "node:crypto";
import { getDomain } from "tldts";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";
import { tokenize } from "@/lib/domain/kernel/text/tokens";
import { env } from "@/lib/infra/environment/env";
import { findPublicUrlProblem, parseLiteral } from "@/lib/infra/network/public-address";
import type { LinkKind } from "@/lib/infra/prisma/enums";
import { MAX_URL_LENGTH } from "./rules";

/** What the first link of a text leads to. */
export interface PreviewedLink {
  kind: LinkKind;
  /** Of a page of the web, its preview's; otherwise the id, slug or handle of something of this site. */
  id: string;
  /** The address of a page of the web, without the place in it. */
  url?: string;
}

/** Returns what the first link of a text leads to; undefined if there is none, or none that has a preview. */
export function previewedLink(content: string): PreviewedLink | undefined {
  const first = tokenize(content).find(({ kind }) => kind === "link" || kind === "path");
  const url = first && parseUrl(first.text, env().siteUrl);
  if (!url) return undefined;
  return url.origin === new URL(env().siteUrl).origin ? onThisSite(url.pathname) : ofTheWeb(url);
}

function ofTheWeb(url: URL): PreviewedLink | undefined {
  url.hash = "";
  const { href } = url;
  if (!env().linkPreviews || href.length > MAX_URL_LENGTH || findPublicUrlProblem(href)) return undefined;
  return { kind: "web", id: createHash("sha256").update(href).digest("base64url"), url: href };
}

const PAGES: readonly [LinkKind, RegExp][] = [
  ["post", /^\/posts\/(post_\w+)$/],
  ["build", /^\/builds\/([\w-]+)$/],
  ["blog", /^\/blog\/([\w-]+)$/],
  ["news", /^\/news\/([\w-]+)$/],
  ["user", /^\/users\/(\w+)$/],
  ["drop", /^\/coins\/drops\/(drop_\w+)$/],
  ["duel", /^\/ranked\/(duel_\w+)$/],
];

function onThisSite(pathname: string): PreviewedLink | undefined {
  for (const [kind, pattern] of PAGES) {
    const id = pattern.exec(pathname)?.[1];
    if (id !== undefined) return { kind, id: kind === "user" ? id.toLowerCase() : id };
  }
  return undefined;
}

/** Returns the domain that somebody registered, or a literal address: what is fetched one page after the other. */
export function siteOf(url: string): string {
  const { hostname } = new URL(url);
  return getDomain(hostname, { allowPrivateDomains: true }) ?? parseLiteral(hostname) ?? hostname.replace(/\.$/, "");
}
