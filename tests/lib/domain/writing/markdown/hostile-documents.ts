const filled = (part: string, length = 10_000) => part.repeat(Math.ceil(length / part.length)).slice(0, length);

/**
 * Documents that once froze or crashed the server or produced megabytes of HTML, and variants. None is longer than a
 * readme may be.
 */
export const HOSTILE_DOCUMENTS: Record<string, string> = {
  "a heading of spaces": `#${" ".repeat(19_998)}x`,
  "a table of 2,400 columns and 5,000 rows": `|${"a|".repeat(2400)}\n|${"-|".repeat(2400)}\n${"|\n".repeat(5000)}`,
  "a table of 640 columns": `|${"a|".repeat(640)}\n|${"-|".repeat(640)}\n${"|\n".repeat(320)}`,
  "a long table": `|a|b|\n|-|-|\n${"|a|b|\n".repeat(3300)}`,
  "emphasis that opens and never closes": filled("*a_ ", 20_000),
  "runs of both markers": filled("_*", 20_000),
  "runs of both markers, the other way round": filled("*_"),
  "strikethrough and emphasis": filled("~a_*"),
  "nothing but list markers": filled("- ", 20_000),
  "nothing but list markers, one a line": filled("-\n"),
  "lists that go ever deeper": Array.from({ length: 140 }, (_, depth) => `${" ".repeat(2 * depth)}- x`).join("\n"),
  "quotes that go ever deeper": filled("> > > > > > > > > > > > x\n"),
  "quotes on one line": filled(">", 20_000),
  "quotes and lists by turns": filled("> a\n- b\n"),
  "setext headings": filled("a\n-\n"),
  "open brackets": filled("["),
  "open images": filled("!["),
  "links without an end": filled("[a]("),
  "a definition used often": `[x]: https://e.example/${"a".repeat(9000)}\n\n${"[x] ".repeat(2500)}`,
  "definitions of nothing": filled("[a]: b\n"),
  "a footnote used often": `[^a]: x\n\n${"[^a]".repeat(4000)}`,
  "footnotes in footnotes": filled("[^a]: "),
  "backticks of every length": Array.from({ length: 190 }, (_, length) => "`".repeat(length + 1)).join(" "),
  entities: filled("&amp;&#0;&bogus;"),
  "open comments": filled("<!--"),
  "tags without an end": filled("<a b='"),
  "e-mail addresses": filled("a@b.c "),
  addresses: filled("http://a.b/ www.c.d "),
  "hard breaks": filled("a  \n"),
  tabs: filled("\t"),
  "NUL and lone surrogates": filled("\0\ud800*"),
};
