import { describe, expect, test } from "vitest";
import { composeLetter, LETTER_KINDS } from "@/lib/domain/accounts/mail/letters";

const CONTENT = {
  email: "ada@example.com",
  handle: "ada",
  what: "Something happened & <b>more</b>.",
  token: "a_token",
  details: [`A reason with "quotes" & <script>alert(1)</script>`],
};

describe.each(LETTER_KINDS)("the letter “%s”", (kind) => {
  const { subject, text, html, link = "" } = composeLetter("ltr_1", kind, CONTENT);
  const dark = /@media \(prefers-color-scheme: dark\) \{(.*?)\n\}/s.exec(html)?.[1] ?? "";

  test("has the same text and HTML, with one button, its link in full, and the reason for sending it", () => {
    expect(subject).not.toBe("");
    expect(text).not.toMatch(/<p|<a |&amp;/);
    expect(text.split(link)).toHaveLength(2);
    expect(text).toMatch(/You get this because/);
    expect(html.match(/class="button"/g)).toHaveLength(1);
    expect(html).toContain(`>${link.replaceAll("&", "&amp;")}</a>`);
    expect(html).toMatch(/You get this because/);
  });

  test("escapes markup in user-provided parts", () => {
    expect(html).not.toContain("<script");
    expect(html).not.toContain("<b>");
  });

  test("has enough contrast in light and dark mode", () => {
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    const light = (name: string) => new RegExp(`class="${name}"[^>]*style="([^"]*)"`).exec(html)?.[1] ?? "";
    const darkOf = (name: string) => new RegExp(`\\.${name} \\{([^}]*)\\}`).exec(dark)?.[1] ?? "";
    for (const of of [light, darkOf]) {
      const [page, card, muted, href, button] = ["page", "card", "muted", "link", "button"].map((name) => of(name));
      for (const [front, back] of [
        [page, page],
        [page, card],
        [muted, page],
        [muted, card],
        [href, card],
        [button, button],
      ] as const)
        expect(contrast(colour(front!), background(back!))).toBeGreaterThanOrEqual(4.5);
    }
  });
});

const colour = (style: string) => /(?:^|[;\s])color:\s*(#\w{6})/.exec(style)![1]!;
const background = (style: string) => /background:\s*(#\w{6})/.exec(style)![1]!;

/** The contrast ratio of WCAG. */
function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
