import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { GET } from "@/app/sitemap.xml/route";
import { createPost } from "@/lib/domain/posts/commands";
import { newPerson } from "@/tests/support/people";
import { statementsOf } from "@/tests/load/statements";
import { useVariables } from "@/tests/support/variables";

useVariables({ RATE_LIMIT_COSTLY: "40/60", NEXTAUTH_URL: "https://pegboard.example" });

const ask = (encoding: string) =>
  GET(new Request("http://localhost/sitemap.xml", { headers: { "Accept-Encoding": encoding } }));

test("the sitemap lists what everybody may read, compressed or not, from one query for many requests", async () => {
  const author = await newPerson();
  const [{ id }, hidden] = [
    await createPost(author, { content: "open", audience: "PUBLIC" }),
    await createPost(author, { content: "mine", audience: "PRIVATE" }),
  ];
  let answers: Response[] = [];
  const statements = await statementsOf(async () => {
    answers = await Promise.all(Array.from({ length: 30 }, (_, index) => ask(index % 2 ? "gzip, br" : "identity")));
  });
  expect(statements).toHaveLength(1);
  const [plain, compressed] = await Promise.all(
    answers.slice(0, 2).map(async (answer) => Buffer.from(await answer.arrayBuffer())),
  );
  const xml = plain!.toString();
  expect(answers[1]?.headers.get("content-encoding")).toBe("gzip");
  expect(gunzipSync(compressed!).toString()).toBe(xml);
  expect(xml).toContain(`<loc>https://pegboard.example/posts/${id}</loc><lastmod>`);
  expect(xml).not.toContain(hidden.id);
  expect(xml).toContain("<loc>https://pegboard.example/builds</loc>");
});

test("an address with too many requests gets a 429", async () => {
  let last = await ask("gzip");
  for (let call = 0; call < 40 && last.status === 200; call++) last = await ask("gzip");
  expect(last.status).toBe(429);
  expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0);
});
