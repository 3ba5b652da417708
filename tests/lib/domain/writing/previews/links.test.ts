import { expect, test } from "vitest";
import { siteOf } from "@/lib/domain/writing/previews/links";

test.each([
  ["https://www.example.com/a?b", "example.com"],
  ["https://www.example.com./", "example.com"],
  ["https://a.b.museum.co.uk/", "museum.co.uk"],
  ["https://ada.github.io/", "ada.github.io"],
  ["https://co.uk/", "co.uk"],
  ["http://localhost:3000/", "localhost"],
  ["https://203.0.113.7/", "203.0.113.7"],
])("%s is of the site %s", (url, site) => expect(siteOf(url)).toBe(site));
