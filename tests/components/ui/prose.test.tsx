import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Prose } from "@/components/ui/prose";

test("rendered Markdown is shown as stored", () => {
  expect(renderToStaticMarkup(<Prose source="*Loom*" html="<p><em>Loom</em></p>" />)).toBe(
    '<div class="prose"><p><em>Loom</em></p></div>',
  );
});

test("unrendered Markdown is shown as plain text, whatever it contains", () => {
  expect(renderToStaticMarkup(<Prose source="<script>alert(1)</script>" html={null} />)).toContain(
    "&lt;script&gt;alert(1)&lt;/script&gt;",
  );
});
