// Slow: its documents take as much processor time as they may.
import { expect, test } from "vitest";
import { env } from "@/lib/infra/environment/env";
import { HOSTILE_DOCUMENTS } from "@/tests/lib/domain/writing/markdown/hostile-documents";
import { newPerson } from "@/tests/support/people";
import { callRoute } from "./call-route";

const draft = (readme: string) => ({
  title: "Brass loom",
  description: "Weaves while you sleep",
  readme,
  category: "tools",
  technologies: [],
  price: null,
  repoUrl: null,
  demoUrl: null,
});

test("a readme that is too large once rendered is a 400 on its field that says what to do", async () => {
  const answer = await callRoute("POST /api/builds", {
    as: await newPerson(),
    json: draft(HOSTILE_DOCUMENTS["a table of 2,400 columns and 5,000 rows"] ?? ""),
  });
  const message = "A table has at most 100 columns: split it";
  expect(answer).toMatchObject({ status: 400, body: { error: message, issues: [{ path: "readme", message }] } });
});

test.each(["emphasis that opens and never closes", "nothing but list markers", "a heading of spaces"])(
  "%s is published or rejected, and nothing breaks",
  async (name) => {
    const { status } = await callRoute("POST /api/builds", {
      as: await newPerson(),
      json: draft(HOSTILE_DOCUMENTS[name] ?? ""),
    });
    expect([201, 400]).toContain(status);
  },
);

test("if one account publishes much at once, some requests wait and the rest get a 503", async () => {
  const stranger = await newPerson();
  const slow = draft(HOSTILE_DOCUMENTS["runs of both markers"] ?? "");
  const hostile = Promise.all(
    Array.from({ length: 12 }, () => callRoute("POST /api/builds", { as: stranger, json: slow })),
  );
  expect(await callRoute("POST /api/builds", { as: await newPerson(), json: draft("# Loom") })).toMatchObject({
    status: 201,
  });
  for (const { status, headers } of await hostile) {
    expect([201, 400, 503]).toContain(status);
    if (status === 503) expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  }
}, 120_000);

test("a preview requires a session and a text, and spends the account's budget", async () => {
  const [ada, bo] = [await newPerson(), await newPerson()];
  const ask = (as?: typeof ada, text = "*Loom*") => callRoute("POST /api/markdown/preview", { as, json: { text } });
  expect(await ask()).toMatchObject({ status: 401 });
  expect(await ask(ada, " ")).toMatchObject({ status: 400 });
  expect(await ask(ada)).toMatchObject({ status: 200, body: { html: "<p><em>Loom</em></p>" } });
  const { count } = env().rateLimits.preview;
  await Promise.all(Array.from({ length: count }, () => ask(ada, " ")));
  expect(await ask(ada)).toMatchObject({ status: 429 });
  expect(await ask(bo)).toMatchObject({ status: 200 });
});
