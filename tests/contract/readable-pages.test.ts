import { expect, test } from "vitest";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";

/** A page, and text that only its own content contains. */
const PAGES: [path: string, words: RegExp][] = [
  ["/", /ago|now/],
  ["/?feed=everyone", /ago|now/],
  ["/users/ada", /Builds small things out of brass and code/],
  ["/users/ada/followers", /Illustrator. Sixteen pixels are plenty/],
  ["/builds", /What people here have made.*comments/s],
  ["/builds?category=hardware", /ESP32|Brass/],
  ["/builds/brass-abacus", /Turn a bead|abacus/i],
  ["/blog", /by the people who make it.*\d{1,2} \w+ \d{4}/s],
  ["/blog/hello-pegboard", /Hello, Pegboard/],
  ["/news", /\d{4}/],
  ["/leaderboards/plinko", /Rank\s+1/],
  ["/search?q=brass", /brass/i],
  ["/docs/api", /Idempotency-Key/],
  ["/login", /Sign in/],
];

test.each(PAGES)("the content of %s is in its HTML, for readers without JavaScript", async (path, words) => {
  const { text } = await send(path);
  // Content that scripts would move into place is sent after the end of <main>.
  const main = /<main\b.*?<\/main>/s.exec(text)?.[0] ?? "";
  expect(main).toMatch(/<h1\b/);
  expect(main.replace(/<[^>]*>/g, " ")).toMatch(words);
});

test.each([
  "/posts/none",
  "/users/nobody_here",
  "/builds/none",
  "/blog/none",
  "/docs/errors/none",
  "/missing",
  "/none",
  "/%ff",
])("%s says in its HTML that there is nothing, within the frame and with the status of that", async (path) => {
  const { status, text } = await send(path);
  expect(status).toBe(404);
  expect(text).toContain('<nav aria-label="Main"');
  expect(/<main\b.*?<\/main>/s.exec(text)?.[0]).toContain("Nothing on this peg");
  expect(text).toMatch(/<title>Not found · /);
  expect(text).toContain('<meta name="robots" content="noindex"/>');
});

test("nothing in the head of a page reorders the text around it", async () => {
  const content = "Look at \u202Egnp.exe and \u2066this\u2069, \u200Frightly";
  const { id } = await createPost((await newAccount()).ctx(), { content, audience: "PUBLIC" });
  for (const path of [`/posts/${id}`, `/search?q=${encodeURIComponent(content)}`]) {
    const { text } = await send(path);
    const head = text.slice(0, text.indexOf("</head>"));
    expect(head).toMatch(/<title>[^<]*Look at gnp\.exe and this, rightly/);
    expect(head).not.toMatch(/\p{Bidi_Control}/u);
  }
});
