import { expect, test } from "vitest";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { MAX_PREVIEW } from "@/lib/domain/consequences/notifications/rules";
import { database } from "@/lib/infra/database/db";
import { newBuild } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";
import { buyBuild } from "@/lib/domain/writing/builds/commands";

async function soldBuild(title: string) {
  const [author, buyer] = [await newPerson(), await newPerson({ name: "Your account is closed, visit evil.example" })];
  const slug = await newBuild(author, { title, price: 5 });
  await buyBuild(buyer, { slug, price: 5 });
  return { author, buyer };
}

test("names a buyer by their current handle, never in their own words", async () => {
  const { author, buyer } = await soldBuild("A peg");
  const preview = async () => (await listNotifications(author, { limit: 5 })).data[0]?.preview;
  expect(await preview()).toBe(`@${buyer.actor.handle} bought “A peg” for 5 coins.`);
  await database().prisma.user.update({ where: { id: buyer.actor.id }, data: { handle: "renamed_since" } });
  expect(await preview()).toBe("@renamed_since bought “A peg” for 5 coins.");
});

test("limits a preview's length, whatever precedes it", async () => {
  const { author } = await soldBuild("x".repeat(MAX_PREVIEW));
  expect([...((await listNotifications(author, { limit: 5 })).data[0]?.preview ?? "")]).toHaveLength(MAX_PREVIEW);
});
