import { describe, expect, test } from "vitest";
import { notModified, strongEtag } from "@/lib/http/response/etag";

describe("an ETag", () => {
  test("changes with the body, but not with volatile fields", () => {
    const seen = (views: number, likes: number) => strongEtag(JSON.stringify({ metrics: { likes, views } }), ["views"]);
    expect(seen(1, 1)).toBe(seen(99, 1));
    expect(seen(1, 1)).not.toBe(seen(1, 2));
    expect(strongEtag("{}", [])).toMatch(/^"[\w-]{27}"$/);
  });

  test("is not confused by a volatile field's name inside a text", () => {
    const said = (content: string) => strongEtag(JSON.stringify({ content }), ["views"]);
    expect(said('"views":1')).not.toBe(said('"views":2'));
  });
});

describe("If-None-Match", () => {
  const asks = (value?: string) =>
    notModified(
      new Request("http://localhost", { headers: value === undefined ? {} : { "If-None-Match": value } }),
      '"a"',
    );

  test.each(['"a"', 'W/"a"', '"x", "a"', '"x",W/"a" ', "*"])("treats %s as current", (value) => {
    expect(asks(value)).toBe(true);
  });

  test.each([undefined, '"b"', "a", '"A"', ""])("treats %s as outdated", (value) => {
    expect(asks(value)).toBe(false);
  });
});
