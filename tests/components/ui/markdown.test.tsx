import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown } from "@/components/ui/markdown";

const render = (text: string) => renderToStaticMarkup(<Markdown>{text}</Markdown>);

test.each([
  ["a script", "<script>alert(1)</script>"],
  ["a handler", '<img src=x onerror="alert(1)">'],
  ["a javascript: link", "[look](javascript:alert(1))"],
  ["a javascript: link in disguise", "[look](java\nscript:alert(1))"],
  ["a data: picture", "![x](data:text/html;base64,PHNjcmlwdD4=)"],
  ["a frame", '<iframe src="https://example.com"></iframe>'],
])("%s does not come through", (_, text) => {
  expect(render(text)).not.toMatch(/<script|<iframe|onerror=|href="java|src="data:/i);
});

test("a link that leads away opens beside, and vouches for nothing", () => {
  expect(render("[away](https://example.com)")).toContain('href="https://example.com" rel="nofollow ugc noopener" target="_blank"');
});

test("a link within the site stays in the tab", () => {
  expect(render("[here](/builds/loom)")).toContain('<a href="/builds/loom">');
});

test("an address that only looks like an own path leads away", () => {
  expect(render("[trick](//example.com)")).toContain('rel="nofollow ugc noopener"');
});

test.each([
  ["# Loom\n\n## How", ["h2", "h3"]],
  ["## Loom\n\n## Wheel", ["h2", "h2"]],
  ["### Loom\n\n# Wheel\n\n##### Spoke\n\n## Hub", ["h2", "h2", "h3", "h3"]],
  ["> # Said\n\n## Loom", ["h2", "h3"]],
])("headings of %j stand below the page's h1, and leave no level out", (text, levels) => {
  expect(render(text).match(/(?<=<)h\d/g)).toEqual(levels);
});

test("a table can be scrolled by keyboard", () => {
  expect(render("| bin |\n|---|\n| 0 |")).toMatch(/<div class="table-frame" tabindex="0"><table>/);
});
