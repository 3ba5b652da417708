import { escapeXml } from "@/lib/domain/kernel/text/characters";

export interface Channel {
  /** The author of entries that name none. */
  author: string;
  title: string;
  description: string;
  link: string;
  self: string;
  entries: Entry[];
}

interface Entry {
  title: string;
  description: string;
  link: string;
  /** Publication date, as `YYYY-MM-DD`. */
  date: string;
  categories: string[];
}

export function rssFeed({ title, description, link, self, entries }: Channel): string {
  const items = entries.map((entry) =>
    [
      "<item>",
      element("title", entry.title),
      element("link", entry.link),
      element("guid", entry.link),
      element("pubDate", new Date(entry.date).toUTCString()),
      element("description", entry.description),
      ...entry.categories.map((name) => element("category", name)),
      "</item>",
    ].join(""),
  );
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>`,
    element("title", title),
    element("link", link),
    element("description", description),
    element("language", "en"),
    `<atom:link href="${escapeXml(self)}" rel="self" type="application/rss+xml"/>`,
    ...items,
    `</channel></rss>`,
  ].join("\n");
}

export function atomFeed({ author, title, description, link, self, entries }: Channel): string {
  const moment = (date: string) => new Date(date).toISOString();
  const items = entries.map((entry) =>
    [
      "<entry>",
      element("title", entry.title),
      `<link href="${escapeXml(entry.link)}"/>`,
      element("id", entry.link),
      element("updated", moment(entry.date)),
      element("summary", entry.description),
      ...entry.categories.map((name) => `<category term="${escapeXml(name)}"/>`),
      "</entry>",
    ].join(""),
  );
  return [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    element("title", title),
    element("subtitle", description),
    `<link href="${escapeXml(link)}"/>`,
    `<link href="${escapeXml(self)}" rel="self"/>`,
    element("id", link),
    element("updated", entries[0] ? moment(entries[0].date) : moment("1970-01-01")),
    `<author>${element("name", author)}</author>`,
    ...items,
    `</feed>`,
  ].join("\n");
}

function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`;
}
