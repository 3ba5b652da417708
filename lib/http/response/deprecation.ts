import { env } from "@/lib/infra/environment/env";

/** A day, such as "2026-12-01". */
type Day = `${number}-${number}-${number}`;

/** The planned removal of an operation (docs/contract.md#versions), for its headers, document and page. */
export interface Deprecation {
  /** When it was announced. */
  since: Day;
  /** When it may be removed: at least 365 days later. */
  sunset: Day;
  /** What to use instead, in Markdown: "Use `posts.create`." */
  instead: string;
}

/** Returns the headers of a deprecated operation (RFC 9745, RFC 8594). */
export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  return {
    Deprecation: `@${Date.parse(deprecation.since) / 1000}`,
    Sunset: new Date(deprecation.sunset).toUTCString(),
    Link: `<${new URL("/docs/api#changes", env().siteUrl).href}>; rel="deprecation"; type="text/html"`,
  };
}

export function deprecationNotice({ since, sunset, instead }: Deprecation): string {
  return `Deprecated since ${inWords(since)}, and served until ${inWords(sunset)} at least. ${instead}`;
}

const inWords = (day: Day) =>
  new Date(day).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
