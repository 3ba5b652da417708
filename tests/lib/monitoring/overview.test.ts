import { expect, test } from "vitest";
import { release } from "@/lib/infra/process/release";
import { readOverview } from "@/lib/monitoring/overview";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";
import { newStaff } from "../domain/people/moderation/staff";
import { register } from "../domain/consequences/webhooks/owner";

test("shows admins the state of the deployment, without secrets of endpoints", async () => {
  const [admin, owner] = [await newStaff("ADMIN"), await newPerson()];
  const { id } = await register(owner, "https://receiver.example/in?token=s3cret");
  await database().prisma.webhookEndpoint.update({ where: { id }, data: { failureCount: 3, enabled: false } });
  const overview = await readOverview(admin);
  expect(overview).toMatchObject({
    deliveries: { pending: 0, lagMs: 0, recent: [] },
    failingEndpoints: [{ handle: owner.actor.handle, host: "receiver.example", failureCount: 3, enabled: false }],
    mail: { pending: 0, failed: 0, oldestAt: null },
    storage: { media: { files: 0, bytes: 0, isEstimate: false } },
    migrations: { pending: [] },
  });
  expect(overview.health.map(({ part }) => part)).toContain("database");
  expect(overview.storage.databaseBytes).toBeGreaterThan(1_000_000);
  expect(overview.migrations.applied).toBeGreaterThan(20);
  expect(JSON.stringify(overview)).not.toMatch(/s3cret|whsec|\/in\b/);
});

test("is for admins only", async () => {
  for (const ctx of [await newStaff("MODERATOR"), await newPerson()])
    await expect(readOverview(ctx)).rejects.toMatchObject({ code: "forbidden" });
});

test("has the version, and the commit if there is a checkout", async () => {
  const { version, commit } = await release();
  expect(version).toMatch(/^\d+\.\d+\.\d+/);
  expect(commit ?? "0".repeat(40)).toMatch(/^[0-9a-f]{40}$/);
});
