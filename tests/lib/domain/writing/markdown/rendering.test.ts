import { describe, expect, test } from "vitest";
import { render } from "@/lib/domain/writing/markdown/rendering";
import { env } from "@/lib/infra/environment/env";
import { HOSTILE_DOCUMENTS } from "./hostile-documents";
import { faultsOf } from "./safe-html";

const site = env().siteUrl;
const html = async (source: string, title?: string) => (await render({ source, title }, { owner: "somebody" })).html;

describe("removes everything that executes or loads:", () => {
  test.each([
    ["a script", "<script>alert(1)</script>"],
    ["a handler", '<img src=x onerror="alert(1)">'],
    ["a handler within a paragraph", 'Hello <b onmouseover="alert(1)">there</b>'],
    ["a javascript: link", "[look](javascript:alert(1))"],
    ["a javascript: link in disguise", "[look](java\nscript:alert(1))"],
    ["a javascript: link in entities", "[look](&#x6A;avascript&colon;alert(1))"],
    ["a javascript: link in capitals with a tab", "[look](<JaVa\tScRiPt:alert(1)>)"],
    ["a javascript: autolink", "<javascript:alert(1)>"],
    ["a javascript: definition", "[look]\n\n[look]: javascript:alert(1)"],
    ["a vbscript: link", "[look](vbscript:msgbox(1))"],
    ["a data: link", "[look](data:text/html;base64,PHNjcmlwdD4=)"],
    ["a data: picture", "![x](data:image/svg+xml;base64,PHN2Zz4=)"],
    ["a javascript: picture", "![x](javascript:alert(1))"],
    ["a frame", '<iframe src="https://example.com" srcdoc="<script>alert(1)</script>"></iframe>'],
    ["a drawing with a script", "<svg><script>alert(1)</script></svg>"],
    ["a drawing with a handler", '<svg/onload="alert(1)">'],
    ["mathematics", '<math><mi xlink:href="javascript:alert(1)">x</mi></math>'],
    ["a style", "<style>body { display: none }</style>"],
    ["a style attribute", '<p style="position:fixed;inset:0">over everything</p>'],
    ["a form", '<form action="https://example.com"><input name="password"></form>'],
    ["a base", '<base href="https://example.com">'],
    ["an object", '<object data="https://example.com/x.swf"></object>'],
    ["a class of the page's own", '<div class="fixed inset-0 z-50">over everything</div>'],
    ["a language that is a class of the page's own", '```x" onclick="alert(1)\ncode\n```'],
    ["a title that breaks out", `[look](/x '"><script>alert(1)</script>')`],
    ["an alternative text that breaks out", `![" onerror="alert(1)](/api/media/x)`],
    ["an id that the page's scripts look up", '<a id="__NEXT_DATA__" name="location">x</a>'],
    ["a footnote that names itself after an element", "x[^__proto__]\n\n[^__proto__]: y"],
  ])("%s", async (_, source) => {
    const rendered = await html(source);
    expect(rendered).toBeDefined();
    expect(faultsOf(rendered ?? "", site)).toEqual([]);
  });
});

describe("links", () => {
  test("open other sites in a new tab, without endorsement", async () => {
    expect(await html("[away](https://example.com)")).toContain(
      'href="https://example.com" rel="nofollow ugc noopener" target="_blank"',
    );
  });

  test("stay in the tab within the site", async () => {
    expect(await html("[here](/builds/loom)")).toContain('<a href="/builds/loom">');
  });

  test("treat a lookalike of an own path as another site", async () => {
    expect(await html("[trick](//example.com)")).toContain('rel="nofollow ugc noopener"');
  });
});

describe("addresses in the text", () => {
  const linked = async (source: string) =>
    Array.from((await html(source))?.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g) ?? [], ([, href, text]) => [
      href,
      text,
    ]);

  test.each([
    ["https://example.com/、これ", "https://example.com/"],
    ["（https://example.com/a）", "https://example.com/a"],
    ["https://example.com’s loom", "https://example.com"],
    ["**https://a.example/b**", "https://a.example/b"],
    ["a|b\n-|-\n**https://a.example/b**|c", "https://a.example/b"],
    ["(see https://a.example/A_(b))", "https://a.example/A_(b)"],
    ["https://a.example/*b*/_c_/d", "https://a.example/*b*/_c_/d"],
    ["> - https://a.example/b?c=1&copy;=2", "https://a.example/b?c=1&#x26;copy;=2"],
    ["# https://a.example/b", "https://a.example/b"],
  ])("are links, as in posts: %j", async (source, link) => {
    expect(await linked(source)).toEqual([[link, link]]);
  });

  test.each([
    "www.example.com",
    "ada@example.com",
    "https://ada@example.com",
    "`https://example.com`",
    "https:&#47;/example.com",
  ])("are none in posts: %j", async (source) => {
    expect(await linked(source)).toEqual([]);
  });

  test("are links even if the scheme is in capitals", async () => {
    expect(await linked("HTTPS://example.com")).toEqual([["https://example.com", "HTTPS://example.com"]]);
  });

  test("are links as they stand in brackets or beside a label", async () => {
    expect(await linked("<https://example.com/、> [ada](mailto:ada@example.com)")).toEqual([
      ["https://example.com/%E3%80%81", "https://example.com/、"],
      ["mailto:ada@example.com", "ada"],
    ]);
  });
});

test.each(["[at https://example.com/loom](/builds/loom)", "[a loom[^1]](/builds/loom)\n\n[^1]: Of brass."])(
  "never nests links: %j",
  async (source) => {
    const rendered = await html(source);
    expect(faultsOf(rendered ?? "", site)).toEqual([]);
    expect(rendered).toContain('<a href="/builds/loom">a');
  },
);

describe("images", () => {
  test.each([`/api/media/media_1`, `${site}/api/media/media_1`, "/api/avatars/ada"])(
    "of our own load lazily and without a referrer: %s",
    async (address) => {
      expect(await html(`![A loom](${address})`)).toBe(
        `<p><img src="${address}" alt="A loom" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>`,
      );
    },
  );

  test("of other sites become links, so that those sites do not learn who reads", async () => {
    expect(await html('![L](https://example.com/loom.png "Oak")')).toBe(
      '<p><a href="https://example.com/loom.png" title="Oak" rel="nofollow ugc noopener" target="_blank">L</a></p>',
    );
  });

  test.each([
    "//example.com/x.png",
    "/\\example.com/x.png",
    `${site}.example.com/api/media/x`,
    "/api/media/../posts",
    "/api/media/%2e%2e/posts",
    "/api/feed",
    "x.png",
  ])("rejects %s as foreign", async (address) => {
    expect(await html(`![x](${address})`)).not.toContain("<img");
  });

  test("of other sites within a link leave the link as it is", async () => {
    expect(await html("[![status](https://ci.example/badge.svg)](/builds/loom)")).toBe(
      '<p><a href="/builds/loom">status</a></p>',
    );
  });
});

describe("headings", () => {
  test.each([
    ["# Loom\n\n## How", ["h2", "h3"]],
    ["## Loom\n\n## Wheel", ["h2", "h2"]],
    ["### Loom\n\n# Wheel\n\n##### Spoke\n\n## Hub", ["h2", "h2", "h3", "h3"]],
    ["> # Said\n\n## Loom", ["h2", "h3"]],
    ["# 1\n## 2\n### 3\n#### 4\n##### 5\n###### 6", ["h2", "h3", "h4", "h5", "h6", "h6"]],
  ])("of %j start below the page's h1, and skip no level", async (source, levels) => {
    expect((await html(source))?.match(/(?<=<)h\d/g)).toEqual(levels);
  });

  test("have ids to link to, which no other element of a page has", async () => {
    const ids = async (source: string) => (await html(source))?.match(/(?<=<h\d[^>]* id=")[^"]*/g) ?? [];
    expect(await ids("# Getting started!\n\n## `npm ci` & *more*\n\n## 3. Über_uns  日本語")).toEqual([
      "section-getting-started",
      "section-npm-ci--more",
      "section-3-über_uns--日本語",
    ]);
    expect(await ids("# A\n\n# A\n\n# A-1\n\n# A")).toEqual([
      "section-a",
      "section-a-1",
      "section-a-1-1",
      "section-a-2",
    ]);
    expect(await ids("# __proto__\n\n# constructor")).toEqual(["section-proto", "section-constructor"]);
    expect(await ids("# 🧵\n\n# !\n\n#")).toEqual([]);
  });

  test.each([
    ["[How](#how-it-weaves)\n\n# How it weaves", "#section-how-it-weaves"],
    ["# Über uns\n\n[Über](#über-uns)", "#section-%C3%BCber-uns"],
    ["[Comments](#comments)\n\n# How", "#comments"],
    ["[Broken](#%E0%A4%A)", "#%E0%A4%25A"],
    ["# fn-1\n\nA loom[^1]\n\n[^1]: Of brass.", "#user-content-fn-1"],
  ])("are what links within the document lead to: %j", async (source, href) => {
    const rendered = await html(source);
    expect(rendered).toContain(`href="${href}"`);
    expect(faultsOf(rendered ?? "", site)).toEqual([]);
  });

  test.each([
    "# Loom\n\nWeaves.",
    "  #   LOOM  \n\nWeaves.",
    "# Loom #\nWeaves.",
    "Loom\n====\nWeaves.",
    "# **Loom**\n\nWeaves.",
  ])("omit a first one that repeats the title: %j", async (source) => {
    expect((await html(source, "Loom"))?.trim()).toBe("<p>Weaves.</p>");
  });

  test.each(["# Looms\n\nWeaves.", "## Loom\n\nWeaves.", "Weaves.\n\n# Loom"])("keep any other: %j", async (source) => {
    expect(await html(source, "Loom")).toMatch(/<h2 [^>]*>Loom/);
  });
});

test("makes code and tables scrollable by keyboard, wherever they are", async () => {
  expect(await html("| bin |\n|---|\n| 0 |")).toMatch(/^<div class="table-frame" tabindex="0"><table>/);
  expect(await html("> | bin |\n> |---|\n> | 0 |")).toMatch(/<div class="table-frame" tabindex="0"><table>/);
  expect(await html("```js\nx\n```")).toContain('<pre tabindex="0"><code class="language-js">');
});

test("labels tasks as done or not, and links footnotes in both directions", async () => {
  expect(await html("- [x] sand\n- [ ] oil")).toMatch(
    /checked disabled aria-label="Done"[^]*disabled aria-label="To do"/,
  );
  const rendered = await html("Oak[^1].\n\n[^1]: Or ash.");
  for (const [, target = ""] of rendered?.matchAll(/href="#([^"]+)"/g) ?? [])
    expect(rendered).toContain(`id="${target}"`);
});

test.each([
  ["a table of 2,400 columns and 5,000 rows", "tableColumns"],
  ["a table of 640 columns", "tableColumns"],
  ["lists that go ever deeper", "depth"],
  ["a definition used often", "htmlLength"],
])("%s is rejected before it is rendered", async (name, limit) => {
  expect(await render({ source: HOSTILE_DOCUMENTS[name] ?? "" }, { owner: "stranger" })).toEqual({ exceeded: limit });
});
