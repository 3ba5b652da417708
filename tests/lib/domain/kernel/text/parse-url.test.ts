import { expect, test } from "vitest";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/** Far more calls than it takes until a function is compiled. */
const CALLS = 50_000;

test.each(["https://bücher.example/", "https://example.com/é", "/é"])(
  "%s stays a URL however often it is parsed",
  (text) => {
    let failures = 0;
    for (let n = 0; n < CALLS; n++) if (!parseUrl(text, "https://example.com")) failures += 1;
    expect(failures).toBe(0);
  },
);

test("what is no URL is undefined", () => {
  expect(parseUrl("https://exa mple")).toBeUndefined();
  expect(parseUrl("é")).toBeUndefined();
});
