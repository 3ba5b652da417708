import fc from "fast-check";

const LONGEST = 20_000;
const SMALL = 600;

const marker = fc.constantFrom(
  "*",
  "_",
  "**",
  "__",
  "~",
  "~~",
  "`",
  "``",
  "[",
  "]",
  "![",
  "](",
  "<",
  ">",
  "&",
  "|",
  "\\",
  "^",
  "*a_ ",
  "_*",
  "*_",
  "~a_*",
  "<!--",
  "<a b='",
  "[^",
  "[^a]",
  "]:",
  "www.",
  "http://a.",
  "a@b.c",
);
const word = fc.oneof(
  { weight: 6, arbitrary: fc.stringMatching(/^[a-z]{1,6}$/) },
  fc.string({ unit: "grapheme", maxLength: 6 }),
  fc.constantFrom(
    " ",
    "  \n",
    "\\\n",
    "\t",
    "\u00a0",
    "\0",
    "\ud800",
    "\u202e",
    "#",
    "-",
    "1.",
    ":",
    "http://a.b/c?d=e#f",
  ),
);
const address = fc.oneof(
  fc.constantFrom(
    "/builds/a",
    "#a",
    "https://e.example/x.png",
    "/api/media/m",
    "//e.example",
    "javascript:alert(1)",
    "JaVa&#x53;cript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "<java script:x>",
    "mailto:a@b.c",
  ),
  fc.webUrl({ size: "small" }),
);
const entity = fc.constantFrom(
  "&amp;",
  "&lt;script&gt;",
  "&#x6A;",
  "&#0;",
  "&#99999999;",
  "&bogus;",
  "&colon;",
  "&NewLine;",
);
const html = fc.constantFrom(
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg/onload=alert(1)>",
  '<a href="javascript:x">',
  "</p>",
  "<style>*{}</style>",
  '<iframe srcdoc="<b>">',
  "<!-- -->",
  "<?x?>",
  "<![CDATA[x]]>",
  "<b id=location>",
  "<details open ontoggle=x>",
);
const title = fc.constantFrom("", ' "title"', " 'ti\"tle'", ' "<script>"');
const label = fc.constantFrom("a", "b", "A ", "__proto__", "constructor", "^a", "^b", "\\]");
const spaces = fc.integer({ min: 0, max: 40 }).map((count) => " ".repeat(count));

/** Everything that stands in a line, within itself to any depth. */
const inline = fc.letrec<{ run: string; part: string }>((tie) => ({
  run: fc.array(tie("part"), { minLength: 1, maxLength: 5, depthIdentifier: "inline" }).map((parts) => parts.join("")),
  part: fc.oneof(
    { depthSize: "medium", depthIdentifier: "inline" },
    word,
    marker,
    entity,
    html,
    fc.tuple(marker, tie("run")).map(([mark, run]) => `${mark}${run}${mark}`),
    fc.tuple(tie("run"), address, title).map(([run, to, named]) => `[${run}](${to}${named})`),
    fc.tuple(tie("run"), address, title).map(([run, to, named]) => `![${run}](${to}${named})`),
    fc.tuple(tie("run"), label).map(([run, name]) => `[${run}][${name}]`),
    address.map((to) => `<${to}>`),
    label.map((name) => `[^${name}]`),
  ),
})).run;

const opener = fc.constantFrom(
  "> ",
  ">",
  "- ",
  "* ",
  "+ ",
  "1. ",
  "1) ",
  "    ",
  "\t",
  "- [x] ",
  "- [ ] ",
  "[^a]: ",
  "   > - ",
);

/** Everything that stands in lines of its own, within itself to any depth. */
const block = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  blocks: fc
    .array(tie("block"), { minLength: 1, maxLength: 5, depthIdentifier: "block" })
    .map((blocks) => blocks.join("\n\n")),
  block: fc.oneof(
    { depthSize: "medium", depthIdentifier: "block" },
    inline,
    fc
      .tuple(fc.integer({ min: 1, max: 7 }), spaces, inline)
      .map(([level, gap, text]) => `${"#".repeat(level)}${gap}${text}`),
    fc.tuple(inline, fc.constantFrom("---", "===", "-", "=")).map(([text, line]) => `${text}\n${line}`),
    fc.constantFrom(
      "***",
      "---",
      "- - -",
      "[a]: /x",
      '[b]: javascript:x "y"',
      "[A]: <>",
      "[^b]: note",
      "[__proto__]: /x",
    ),
    fc
      .tuple(fc.constantFrom("```", "~~~", "````js", '```x" onclick="y'), inline)
      .map(([fence, text]) => `${fence}\n${text}\n${fence.slice(0, 3)}`),
    fc
      .tuple(
        fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }) }, fc.integer({ min: 90, max: 130 })),
        fc.integer({ min: 0, max: 5 }),
        inline,
        fc.constantFrom("-", ":-", "-:", ":-:"),
      )
      .map(table),
    fc.tuple(opener, tie("blocks")).map(([mark, blocks]) =>
      blocks
        .split("\n")
        .map((line) => mark + line)
        .join("\n"),
    ),
    fc
      .tuple(opener, tie("blocks"))
      .map(([mark, blocks]) => mark + blocks.split("\n").join(`\n${" ".repeat(mark.length)}`)),
    fc.tuple(html, tie("blocks")).map(([tag, blocks]) => `${tag}\n\n${blocks}`),
  ),
}));

function table([columns, rows, text, line]: [number, number, string, string]): string {
  const row = (cell: string) => `|${`${cell}|`.repeat(columns)}`;
  return [
    row("a"),
    row(line),
    ...Array.from({ length: rows }, (_, at) => (at % 3 === 0 ? "|" : `|${text.replaceAll("\n", " ")}|`)),
  ].join("\n");
}

const piece = fc.oneof({ weight: 3, arbitrary: block.blocks }, { weight: 2, arbitrary: inline }, opener, marker);

/** A document of a few lines in the whole grammar. */
export const smallDocument = fc
  .array(piece, { minLength: 1, maxLength: 3 })
  .map((pieces) => pieces.join("\n").slice(0, SMALL));

/** A document as long as a readme may be: a few pieces again and again, which is what makes a parser slow. */
export const longDocument = fc
  .tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), fc.constantFrom("", " ", "\n", "\n\n"), fc.boolean())
  .map(([pieces, gap, inTurn]) => {
    const repeated = (text: string, length: number) =>
      (text + gap).repeat(Math.ceil(length / Math.max(1, text.length + gap.length))).slice(0, length);
    return inTurn
      ? repeated(pieces.join(gap), LONGEST)
      : pieces.map((text) => repeated(text, Math.floor(LONGEST / pieces.length))).join("");
  });
