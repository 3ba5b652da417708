import { expect, test } from "vitest";
import { send } from "@/tests/support/api";

const SESSION = { Cookie: "theme=dark; next-auth.session-token=anything" };

test("a visitor's feed is cacheable for half a minute, varying by the cookie", async () => {
  for (const path of ["/", "/?cursor=anything"]) {
    const { status, headers } = await send(path);
    expect(status).toBe(200);
    expect(headers.get("cache-control")).toBe("public, max-age=0, s-maxage=30");
    expect(headers.get("vary")).toMatch(/\bCookie\b/);
    expect(headers.has("set-cookie")).toBe(false);
  }
});

test("a visitor's docs, blog and news are cacheable", async () => {
  for (const path of ["/docs/api", "/docs/events", "/blog", "/news"]) {
    const [first, again] = [await send(path), await send(path)];
    for (const { status, headers } of [first, again]) {
      expect(status).toBe(200);
      expect(headers.get("cache-control")).toBe("public, max-age=0, s-maxage=30");
      expect(headers.get("vary")).toMatch(/\bCookie\b/);
      expect(headers.has("x-request-id")).toBe(first.headers.has("x-request-id"));
    }
    const member = await send(path, { headers: SESSION });
    expect(member.headers.get("cache-control")).toMatch(/private.*no-store/);
    expect(member.headers.has("age")).toBe(false);
  }
});

test("the feed of somebody with a session is not cacheable, nor is any other page", async () => {
  const feed = await send("/", { headers: SESSION });
  expect(feed.headers.get("cache-control")).toMatch(/private.*no-store/);
  expect(feed.headers.get("vary")).toMatch(/\bCookie\b/);
  expect((await send("/search")).headers.get("cache-control")).toMatch(/private.*no-store/);
});

test("a feed that deletes a cookie is not cacheable", async () => {
  const { headers } = await send("/", {
    headers: { Cookie: "__prerender_bypass=anything; __next_preview_data=anything" },
  });
  expect(headers.has("set-cookie")).toBe(true);
  expect(headers.get("cache-control")).toMatch(/private.*no-store/);
});
