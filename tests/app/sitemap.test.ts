import { expect, test } from "vitest";
import { GET } from "@/app/sitemap.xml/route";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { newPerson } from "@/tests/support/people";
import { statementsOf } from "@/tests/load/statements";
import { useVariables } from "@/tests/support/variables";

useVariables({ RATE_LIMIT_COSTLY: "40/60", NEXTAUTH_URL: "https://pegboard.example" });

const ask = () => GET(new Request("http://localhost/sitemap.xml"));

test("the sitemap lists what everybody may read, from one query for many requests", async () => {
  const author = await newPerson();
  const [{ id }, hidden] = [
    await createPost(author, { content: "open", audience: "PUBLIC" }),
    await createPost(author, { content: "mine", audience: "PRIVATE" }),
  ];
  let answers: Response[] = [];
  const statements = await statementsOf(async () => {
    answers = await Promise.all(Array.from({ length: 30 }, ask));
  });
  expect(statements).toHaveLength(1);
  const xml = await answers[0]!.text();
  expect(xml).toContain(`<loc>https://pegboard.example/posts/${id}</loc><lastmod>`);
  expect(xml).not.toContain(hidden.id);
  expect(xml).toContain("<loc>https://pegboard.example/builds</loc>");
});

test("an address with too many requests gets a 429", async () => {
  let last = await ask();
  for (let call = 0; call < 40 && last.status === 200; call++) last = await ask();
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});
