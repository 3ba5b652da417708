import { beforeEach, expect, test } from "vitest";
import { closeAccount, finishClosings } from "@/lib/domain/accounts/lifecycle/closing";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import type { Context } from "@/lib/domain/kernel/context";
import { deleteDraft, saveDraft } from "@/lib/domain/writing/drafts/commands";
import { listDrafts } from "@/lib/domain/writing/drafts/queries";
import { MAX_DRAFT, MAX_DRAFTS } from "@/lib/domain/writing/drafts/rules";
import { newDraft } from "@/lib/domain/writing/drafts/schema";
import { MAX_CONTENT } from "@/lib/domain/writing/posts/rules";
import { database } from "@/lib/infra/database/db";
import { daysAfter, newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { later, newPerson } from "@/tests/support/people";

let ada: Context;
beforeEach(async () => (ada = await newPerson()));

const save = (content: string, by = ada) => saveDraft(by, { content, audience: "FOLLOWERS", warning: "Long" });
const contents = async (of = ada) => (await listDrafts(of)).data.map(({ content }) => content);

test("drafts are listed newest first, as they were saved, for their author alone", async () => {
  const first = await save("One");
  await save("Two", later(ada, 1));
  expect(await contents()).toEqual(["Two", "One"]);
  expect((await listDrafts(ada)).data[1]).toEqual(first);
  expect(first).toMatchObject({ content: "One", audience: "FOLLOWERS", warning: "Long" });
  const ben = await newPerson();
  expect(await contents(ben)).toEqual([]);
  await expect(deleteDraft(ben, first)).rejects.toMatchObject({ code: "not_found" });
  await deleteDraft(ada, first);
  await expect(deleteDraft(ada, first)).rejects.toMatchObject({ code: "not_found" });
  expect(await contents()).toEqual(["Two"]);
});

test("the fifty-first is a conflict, of two at once as well", async () => {
  for (let n = 1; n < MAX_DRAFTS; n += 1) await save(String(n));
  const both = await Promise.allSettled([save("Last"), save("Late")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(await contents()).toHaveLength(MAX_DRAFTS);
});

test("a draft may be longer than a post, within its own bound, and is not empty", () => {
  const ofLength = (length: number) => newDraft.safeParse({ content: "x".repeat(length) }).success;
  expect([1, MAX_CONTENT + 1, MAX_DRAFT].map(ofLength)).toEqual([true, true, true]);
  expect([0, MAX_DRAFT + 1].map(ofLength)).toEqual([false, false]);
});

test("drafts outlive the closing of their account until it is gone for good", async () => {
  const leaver = await newLeaver();
  await save("Later", leaver);
  const kept = () => database().prisma.draft.count({ where: { authorId: leaver.actor.id } });
  await closeAccount(leaver, { password });
  expect(await kept()).toBe(1);
  await finishClosings(daysAfter(leaver, REOPENING_DAYS + 1));
  expect(await kept()).toBe(0);
});
