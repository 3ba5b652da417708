import { expect, test } from "vitest";
import { serveUnsubscribing } from "@/lib/api/digest/unsubscribe";
import { changeDigestSettings, digestToken, getDigestSettings } from "@/lib/domain/consequences/digest/settings";
import { database } from "@/lib/infra/database/db";
import { newPerson } from "@/tests/support/people";

const { GET, POST, PUT } = serveUnsubscribing();
const mount = { params: {}, clientIp: "203.0.113.9", waitUntil: () => undefined };
const at = (token: string) => `https://pegboard.example/api/digest/unsubscribe?token=${encodeURIComponent(token)}`;

async function newReader() {
  const person = await newPerson();
  const data = { email: `${person.actor.handle}@example.com`, emailVerifiedAt: person.now };
  await database().prisma.user.update({ where: { id: person.actor.id }, data });
  await changeDigestSettings(person, { hour: 8 });
  return person;
}

/** As mail programs send it, from their own servers or from a page of theirs. */
const oneClick = (token: string) =>
  POST(
    new Request(at(token), {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://mail.example" },
      body: "List-Unsubscribe=One-Click",
    }),
    mount,
  );

test("a mail program’s POST unsubscribes, without a session and from any origin", async () => {
  const reader = await newReader();
  for (const _ of [1, 2]) expect((await oneClick(digestToken(reader.actor.id))).status).toBe(204);
  expect((await getDigestSettings(reader)).hour).toBeNull();
});

test("opening the address changes nothing, and leads to the page that asks", async () => {
  const reader = await newReader();
  const token = digestToken(reader.actor.id);
  const { status, headers } = await GET(new Request(at(token)), mount);
  expect([status, headers.get("location")]).toEqual([303, `/unsubscribe?token=${token}`]);
  expect((await getDigestSettings(reader)).hour).toBe(8);
});

test("a link that is not ours is a 404, and other methods a 405", async () => {
  expect((await oneClick("user_somebody.forged")).status).toBe(404);
  expect((await PUT(new Request(at("t"), { method: "PUT" }), mount)).status).toBe(405);
});
