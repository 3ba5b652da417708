import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { createContext, idFor } from "@/lib/domain/kernel/context";
import { searchPeople } from "@/lib/domain/people/search/queries";
import { database } from "@/lib/infra/database/db";

const visitor = createContext({ actor: null, channel: "session" });
const first = async (q: string) => (await searchPeople(visitor, { q, limit: 5 }))[0]?.name;

beforeAll(async () => {
  for (const name of ["Quill Zephyrin", "Xavo Wrenfield", "Bo Øvreskog", "Renée Dvořák", "Ｊｕｎｏ　Ｍ", "𝓚𝓵𝓪𝓾𝓼"]) {
    const [first = "p"] = /^[A-Z][a-z]+(?= )/.exec(name) ?? [];
    const handle = `${first.toLowerCase()}_${randomUUID().slice(0, 8)}`;
    await database().prisma.user.create({ data: { id: idFor(visitor, "user"), handle, name, createdAt: visitor.now } });
  }
});

describe("finds a person", () => {
  test.each([
    ["xavo", "Xavo Wrenfield"],
    ["@xavo", "Xavo Wrenfield"],
    ["renfie", "Xavo Wrenfield"],
    ["Øvre", "Bo Øvreskog"],
    ["quil", "Quill Zephyrin"],
  ])("by a part of the name: %s", async (q, name) => expect(await first(q)).toBe(name));

  test.each([
    ["Rene\u0301e", "Renée Dvořák"],
    ["dvor\u030Ca\u0301k", "Renée Dvořák"],
    ["juno", "Ｊｕｎｏ　Ｍ"],
    ["uno", "Ｊｕｎｏ　Ｍ"],
    ["ｘａｖｏ", "Xavo Wrenfield"],
    ["＠xavo", "Xavo Wrenfield"],
    ["klaus", "𝓚𝓵𝓪𝓾𝓼"],
    ["laus", "𝓚𝓵𝓪𝓾𝓼"],
  ])("in another form of the same letters: %s", async (q, name) => expect(await first(q)).toBe(name));

  test.each([
    ["xavu", "Xavo Wrenfield"],
    ["qull", "Quill Zephyrin"],
    ["zephirin", "Quill Zephyrin"],
    ["wernfield", "Xavo Wrenfield"],
  ])("with one typo: %s", async (q, name) => expect(await first(q)).toBe(name));
});

test("finds nobody by letters that nobody has", async () => {
  for (const q of ["zzzzqqqq", "%", "\\", "💥", " "])
    expect([q, await searchPeople(visitor, { q, limit: 5 })]).toEqual([q, []]);
});

test("does not relax the next search after a fuzzy one", async () => {
  await searchPeople(visitor, { q: "xavu", limit: 5 });
  const [{ threshold }] = await database().prisma.$queryRaw<
    [{ threshold: string }]
  >`SELECT current_setting('pg_trgm.word_similarity_threshold') AS threshold`;
  expect(Number(threshold)).toBe(0.6);
});
