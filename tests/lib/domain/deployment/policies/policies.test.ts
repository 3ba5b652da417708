import { expect, test } from "vitest";
import { createContext } from "@/lib/domain/kernel/context";
import { writePolicy } from "@/lib/domain/deployment/policies/commands";
import { getPolicy, listPolicyDrafts } from "@/lib/domain/deployment/policies/queries";
import { policyChange } from "@/lib/domain/deployment/policies/schema";
import { currentSite } from "@/lib/domain/deployment/site/current";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../../people/moderation/staff";

const visitor = () => createContext({ actor: null, channel: "session", afterCommit: () => undefined });
const missing = { code: "not_found" };

test("a policy has a page once it is written, keeps its versions, and disappears when it is emptied", async () => {
  const admin = await newStaff("ADMIN");
  const write = (content: string, version: number) => writePolicy(admin, { slug: "rules", content, version });
  await expect(getPolicy(visitor(), { name: "rules" })).rejects.toMatchObject(missing);
  expect(await listPolicyDrafts(admin)).toMatchObject([
    { name: "rules", version: 0, content: "", changedAt: null },
    { name: "terms", version: 0 },
    { name: "privacy", version: 0 },
  ]);
  await write("# Be kind\n<script>alert(1)</script>", 0);
  await write("# Be very kind", 1);
  expect(await getPolicy(visitor(), { name: "rules" })).toMatchObject({
    version: 2,
    html: expect.stringContaining("Be very kind"),
    versions: [{ version: 2 }, { version: 1 }],
  });
  const first = await getPolicy(visitor(), { name: "rules", version: 1 });
  expect(first.html).toContain("Be kind");
  expect(first.html).not.toContain("<script");
  for (const version of [3, 0])
    await expect(getPolicy(visitor(), { name: "rules", version })).rejects.toMatchObject(missing);
  await expect(getPolicy(visitor(), { name: "terms" })).rejects.toMatchObject(missing);
  expect((await currentSite()).policies).toEqual(["rules"]);
  await write("", 2);
  for (const version of [undefined, 1, 2, 3])
    await expect(getPolicy(visitor(), { name: "rules", version })).rejects.toMatchObject(missing);
  expect((await currentSite()).policies).toEqual([]);
  const entries = await database().prisma.auditEntry.findMany({ where: { action: "setting.changed" } });
  expect(entries.map(({ details }) => (details as { version: number }).version).toSorted()).toEqual([1, 2, 3]);
});

test("a version that exceeds the column is invalid", () => {
  const isValid = (version: number) => policyChange.safeParse({ content: "# Rules", version }).success;
  expect([1, 2_147_483_647, 2 ** 53 - 1, 0.5, -1].map(isValid)).toEqual([true, false, false, false, false]);
});

test("of concurrent edits of one version one succeeds, and the others conflict", async () => {
  const admins = [await newStaff("ADMIN"), await newStaff("ADMIN"), await newStaff("ADMIN")];
  const edits = admins.map((admin, n) => writePolicy(admin, { slug: "terms", content: `Version of ${n}`, version: 0 }));
  const results = await Promise.allSettled(edits);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results)
    if (result.status === "rejected") expect(result.reason).toMatchObject({ code: "conflict" });
  expect((await getPolicy(visitor(), { name: "terms" })).versions).toHaveLength(1);
});

test("only admins write policies, under the three names, within the renderer's limits", async () => {
  const change = { slug: "privacy", content: "We keep nothing", version: 0 };
  for (const ctx of [await newStaff("MODERATOR"), await newStaff("EDITOR"), await newPerson()]) {
    await expect(writePolicy(ctx, change)).rejects.toMatchObject({ code: "forbidden" });
    await expect(listPolicyDrafts(ctx)).rejects.toMatchObject({ code: "forbidden" });
  }
  const admin = await newStaff("ADMIN");
  for (const slug of ["imprint", "constructor", ""])
    await expect(writePolicy(admin, { ...change, slug })).rejects.toMatchObject(missing);
  const tooNested = { content: `${"> ".repeat(99)}x`, version: 0 };
  for (const bad of [
    { content: "x".repeat(50_001), version: 0 },
    tooNested,
    { content: "x", version: -1 },
    { content: "x" },
  ])
    expect(policyChange.safeParse(bad).success).toBe(false);
});
