import { describe, expect, test } from "vitest";
import { atomFeed, rssFeed } from "@/lib/domain/writing/articles/syndication";

const CHANNEL = {
  author: "Pegs & Co",
  title: "News & <views>",
  description: 'Said "plainly"',
  link: "https://pegboard.example/news",
  self: "https://pegboard.example/news/feed.xml",
  entries: [
    {
      title: "a <b> c & d",
      description: "A backspace\u0008, a vertical tab\u000b, no characters\uFFFE\uFFFF, half of one\uD800 and ]]>",
      link: "https://pegboard.example/news/x?a=1&b=2",
      date: "2026-01-02",
      categories: ["tools & toys"],
    },
  ],
};

describe.each([
  ["RSS", rssFeed],
  ["Atom", atomFeed],
])("the %s feed", (_name, write) => {
  const xml = write(CHANNEL);

  test("escapes titles", () => {
    expect(xml).toContain("<title>News &amp; &lt;views&gt;</title>");
    expect(xml).toContain("<title>a &lt;b&gt; c &amp; d</title>");
    expect(xml).toContain("https://pegboard.example/news/x?a=1&amp;b=2");
  });

  test("contains no character that XML forbids", () => {
    expect(xml).toContain("A backspace, a vertical tab, no characters, half of one and ]]&gt;");
    expect([...xml].filter((character) => character < " " && character !== "\n")).toEqual([]);
    expect(xml.match(/[\uFFFE\uFFFF\p{Cs}]/u)).toBeNull();
  });
});

test("gives Atom categories the required term, and the feed its author", () => {
  expect(atomFeed(CHANNEL)).toContain('<category term="tools &amp; toys"/>');
  expect(atomFeed(CHANNEL)).toContain("<author><name>Pegs &amp; Co</name></author>");
});
