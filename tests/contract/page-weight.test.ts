import { beforeAll, expect, test } from "vitest";
import { followUser } from "@/lib/domain/people/graph/commands";
import { FIRST_FOLLOWS } from "@/lib/domain/play/progression/rules";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { BASE_URL, send } from "@/tests/support/api";
import { type Account, newAccount } from "@/tests/support/api-accounts";
import { MOST_SCRIPT_KB, scriptKbOf } from "@/tests/support/page-weight";
import { sessionCookieOf } from "@/tests/support/session-cookie";
import { newBuild } from "./content";

let account: Account;
const paths: Record<string, string> = { feed: "/", coins: "/coins" };

beforeAll(async () => {
  account = await newAccount();
  paths.profile = `/users/${account.handle}`;
  paths.build = `/builds/${await newBuild(account)}`;
  paths.post = `/posts/${(await createPost(account.ctx(), { content: "Light as a feather", audience: "PUBLIC" })).id}`;
});

test.each(["feed", "profile", "post", "build", "coins"])("the page “%s” loads at most 150 kB of code", async (page) => {
  const { status, text } = await send(paths[page]!, { headers: { Cookie: await sessionCookieOf(account.ctx()) } });
  expect(status).toBe(200);
  // Browsers with modules do not load the scripts for others.
  const loaded = text.replace(/<script [^>]*noModule[^>]*>/gi, "");
  const scripts = new Set(Array.from(loaded.matchAll(/\/_next\/static\/chunks\/[^"\\]+?\.js/g), ([path]) => path));
  const kb = await scriptKbOf([...scripts].map((path) => new URL(path, BASE_URL).href));
  expect(kb).toBeGreaterThan(100);
  expect(kb).toBeLessThanOrEqual(MOST_SCRIPT_KB);
});

test("a feed of ten posts is at most 100 kB of HTML, including the data for hydration", async () => {
  const posts = Array.from(
    { length: 10 },
    (_, n) => `${n} ${"A post of an ordinary length, such as people write. ".repeat(3)}`,
  );
  for (const content of posts) await createPost(account.ctx(), { content, audience: "PUBLIC" });
  // Newcomers, who follow fewer, are suggested people above their posts.
  for (let followed = 0; followed < FIRST_FOLLOWS; followed += 1)
    await followUser(account.ctx(), { handle: (await newAccount()).handle });
  const { text } = await send("/", { headers: { Cookie: await sessionCookieOf(account.ctx()) } });
  expect(text.match(/<article [^>]*data-post=/g)).toHaveLength(10);
  expect(text.length).toBeLessThanOrEqual(100_000);
});
