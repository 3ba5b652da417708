import fc from "fast-check";

export const marker = fc.constantFrom(
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
export const html = fc.constantFrom(
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
export const spaces = fc.integer({ min: 0, max: 40 }).map((count) => " ".repeat(count));

/** All inline elements, nested to any depth. */
export const inline = fc.letrec<{ run: string; part: string }>((tie) => ({
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
